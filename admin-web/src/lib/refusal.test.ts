import { inWords, type RejectionRow } from '@talad/proto/http/rejection-row'
import { manifests } from '@talad/services/manifests'
import { expect, test } from 'vitest'
import { bringRefusals, textOfCode } from './refusal.ts'

test('WB-17 admins read the words of the API, whichever service refuses', async () => {
  await bringRefusals()
  const rows = manifests.flatMap(({ rejections }): [string, RejectionRow][] => Object.entries(rejections))
  const shown = rows.map(([code]) => textOfCode(code.toLowerCase())?.replaceAll('\u2060', ''))
  expect(shown).toEqual(rows.map(([, { th }]) => inWords(th)))
})
