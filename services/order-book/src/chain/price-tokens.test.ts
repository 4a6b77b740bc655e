import { expect, test } from 'vitest'
import { priceTokenReader } from './price-tokens.ts'

const owner = `0x${'ab'.repeat(20)}`
const log = (block: bigint) => ({
  topics: ['0x', `0x${'0'.repeat(24)}${owner.slice(2)}`],
  blockNumber: block,
})

/** A node with a log in each block, which answers for no more than so many of them at once. */
function nodeOf(head: bigint, most: bigint) {
  const asked: [bigint, bigint][] = []
  const send = async (method: string, params: unknown[]) => {
    if (method === 'eth_blockNumber') return `0x${head.toString(16)}`
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const [from, to] = [BigInt(fromBlock), BigInt(toBlock)]
    asked.push([from, to])
    if (to - from >= most) throw new Error('the node answers more than 67108864 bytes')
    return Array.from({ length: Number(to - from) + 1 }, (_, n) => log(from + BigInt(n)))
  }
  return { asked, read: priceTokenReader({ send }) }
}

test('OB-4 a range of blocks that is too much for the node is halved until it answers, and the rest follows', async () => {
  const { read, asked } = nodeOf(2_000n, 100n)
  expect(await read(['0x1'], 1_000n)).toEqual({ owners: [owner], upTo: 1_062n, more: true })
  expect(asked).toHaveLength(5)
})

test('OB-4 however little the node answers at once, reading goes on behind the block that was looked at last', async () => {
  const { read } = nodeOf(2_000n, 2n)
  expect(await read(['0x1'], 1_000n, 1_008n)).toMatchObject({ upTo: 1_009n, more: true })
  expect(await nodeOf(1_005n, 2n).read(['0x1'], 1_000n, 1_008n)).toMatchObject({ upTo: 1_005n, more: false })
})

test('OB-4 a node that answers for no single block, or refuses more questions, is no range that is too large', async () => {
  await expect(nodeOf(2_000n, 0n).read(['0x1'], 1_000n)).rejects.toThrow('more than')
  let questions = 0
  const send = async (method: string) => {
    if (method === 'eth_blockNumber') return '0x7d0'
    questions += 1
    throw new Error('too many requests')
  }
  await expect(priceTokenReader({ send })(['0x1'], 1_000n)).rejects.toThrow('too many')
  expect(questions).toBe(1)
})
