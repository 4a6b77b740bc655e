import { AbiCoder, id, zeroPadValue } from 'ethers'
import { expect, test } from 'vitest'
import { decodeLogs, type Known } from './decode.ts'
import type { RawLog } from './rpc.ts'

const contract = `0x${'11'.repeat(20)}`
const alice = `0x${'aa'.repeat(20)}`
const bob = `0x${'bb'.repeat(20)}`
const seaport = `0x${'5e'.repeat(20)}`
const coder = AbiCoder.defaultAbiCoder()

const word = (value: string) => zeroPadValue(value, 32)

function known(type: 'erc721' | 'erc1155'): Known {
  return { blockchain: 'kub', seaport, factory: undefined, collections: new Map([[contract, type]]) }
}

function log(topics: string[], data = '0x', address = contract): RawLog {
  return { address, topics, data, blockNumber: 1, blockHash: '0xb', transactionHash: '0xt', logIndex: 0 }
}

const decode = (one: RawLog, type: 'erc721' | 'erc1155') => decodeLogs([one], () => 0, known(type))

test('AI-18 an ERC-20 transfer, which has the same first topic, is none of an ERC-721 token', () => {
  const topics = [id('Transfer(address,address,uint256)'), word(alice), word(bob)]
  expect(decode(log(topics, coder.encode(['uint256'], [5])), 'erc721').facts).toEqual([])
  expect(decode(log([...topics, word('0x05')]), 'erc721').facts).toMatchObject([
    { token: '5', from: alice, to: bob },
  ])
})

test('AI-18 a batch is one fact per token, and nothing moved is none', () => {
  const topics = [
    id('TransferBatch(address,address,address,uint256[],uint256[])'),
    word(alice),
    word(alice),
    word(bob),
  ]
  const data = coder.encode(
    ['uint256[]', 'uint256[]'],
    [
      [1, 2, 3],
      [4, 0, 6],
    ],
  )
  expect(decode(log(topics, data), 'erc1155').facts).toMatchObject([
    { token: '1', amount: '4', item: 0 },
    { token: '3', amount: '6', item: 2 },
  ])
})

test('AI-4 a log that can’t be read is set aside and stops nothing', () => {
  const topics = [
    id('TransferBatch(address,address,address,uint256[],uint256[])'),
    word(alice),
    word(alice),
    word(bob),
  ]
  const bad = log(topics, '0x1234')
  const good = {
    ...log([id('Transfer(address,address,uint256)'), word(alice), word(bob), word('0x01')]),
    logIndex: 1,
  }
  expect(decode(bad, 'erc1155')).toMatchObject({ facts: [], unreadable: [bad] })
  expect(decodeLogs([bad, good], () => 0, known('erc721')).facts).toHaveLength(1)
})

test('AI-4 a batch whose lists run past its data, or differ in length, is set aside', () => {
  const topics = [
    id('TransferBatch(address,address,address,uint256[],uint256[])'),
    word(alice),
    word(alice),
    word(bob),
  ]
  const words = (...values: bigint[]) =>
    coder.encode(
      values.map(() => 'uint256'),
      values,
    )
  for (const data of [
    words(64n, 96n, 1000n, 1n),
    words(2n ** 255n, 64n, 0n),
    words(65n, 64n, 0n),
    coder.encode(['uint256[]', 'uint256[]'], [[1, 2], [1]]),
  ]) {
    expect(decode(log(topics, data), 'erc1155')).toMatchObject({ facts: [], unreadable: [{ data }] })
  }
})

test('only approvals towards Seaport are facts', () => {
  const approval = (operator: string) =>
    decode(
      log([id('ApprovalForAll(address,address,bool)'), word(alice), word(operator)], word('0x01')),
      'erc721',
    ).facts
  expect(approval(seaport)).toMatchObject([{ kind: 'approval', owner: alice, approved: true }])
  expect(approval(bob)).toEqual([])
})

test('a contract that isn’t registered says nothing', () => {
  const topics = [id('Transfer(address,address,uint256)'), word(alice), word(bob), word('0x01')]
  expect(decode(log(topics, '0x', bob), 'erc721').facts).toEqual([])
})
