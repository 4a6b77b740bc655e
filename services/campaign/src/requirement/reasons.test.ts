import { readFileSync } from 'node:fs'
import { couponReasons } from '@talad/proto/http/campaign/coupon-shapes'
import { expect, test } from 'vitest'
import { reasonCodes } from './reasons.ts'

const page = readFileSync(new URL('../../../../docs/campaigns.md', import.meta.url), 'utf8')
/** The rows of the tables whose first cell is a code: why, and what to do. */
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)`\s+\| (.+?)\s+\| (.+?)\s+\|$/gm)].map(([, code, ...said]) => [code, said]),
)

test('CA-39 CA-70 the page names each reason with its cause and what to do', () => {
  const unsaid = [...reasonCodes, 'coupon_required', ...couponReasons].filter((code) => !rows.has(code))
  expect(unsaid).toEqual([])
})
