import { expect, test } from 'vitest'
import { nextOf } from './wallet-nfts.ts'

const page = (nextPageToken: string | null) => ({
  owner: `0x${'1'.repeat(40)}`,
  assets: [],
  nextPageToken,
  web3_blocks: { jfin: 7 },
})

test('CA-81 the last page has no token, or the one that was sent; any other goes on at the same blocks', () => {
  expect(nextOf(page(null))).toBeUndefined()
  expect(nextOf(page('a'), 'a')).toBeUndefined()
  expect(nextOf(page('b'), 'a')).toEqual({ token: 'b', blocks: { jfin: 7 } })
  expect(nextOf(page('a'))).toEqual({ token: 'a', blocks: { jfin: 7 } })
})
