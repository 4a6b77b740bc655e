import { abi } from '@talad/contracts/abi/Seaport'
import { AbiCoder, Interface, id, zeroPadValue } from 'ethers'
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
  const coins = log(topics, coder.encode(['uint256'], [5]))
  expect(decode(coins, 'erc721')).toMatchObject({ facts: [], unreadable: [coins] })
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

test('AI-18 a transfer of which nothing is indexed is read from its data', () => {
  const old = log(
    [id('Transfer(address,address,uint256)')],
    coder.encode(['address', 'address', 'uint256'], [alice, bob, 7]),
  )
  expect(decode(old, 'erc721').facts).toMatchObject([{ token: '7', from: alice, to: bob, amount: '1' }])
  expect(decode(log([id('Transfer(address,address,uint256)')], '0x'), 'erc721')).toMatchObject({
    facts: [],
    unreadable: [{}],
  })
})

const range = (first: bigint, last: bigint) =>
  log(
    [
      id('ConsecutiveTransfer(uint256,uint256,address,address)'),
      word(`0x${first.toString(16)}`.replace(/^0x(.(..)*)$/, '0x0$1')),
      word(`0x${'0'.repeat(40)}`),
      word(alice),
    ],
    coder.encode(['uint256'], [last]),
  )

test('AI-18 a range of tokens of ERC-2309 is a fact per token', () => {
  expect(decode(range(100n, 104n), 'erc721').facts.map((fact) => [Object(fact).token, fact.item])).toEqual([
    ['100', 0],
    ['101', 1],
    ['102', 2],
    ['103', 3],
    ['104', 4],
  ])
})

test('AI-4 ranges of more tokens than a contract may move in a block, and of none, are set aside, whatever they name', () => {
  for (const [first, last] of [
    [0n, 2n ** 40n],
    [0n, 2n ** 256n - 1n],
    [5n, 4n],
    [0n, 5_000n],
  ] as const)
    expect(decode(range(first, last), 'erc721')).toMatchObject({ facts: [], unreadable: [{}] })
  const thrice = [range(0n, 2_499n), range(2_500n, 4_999n), range(5_000n, 5_000n)]
  const { facts, unreadable } = decodeLogs(
    thrice.map((one, logIndex) => ({ ...one, logIndex })),
    () => 0,
    known('erc721'),
  )
  expect([facts.length, unreadable.length]).toEqual([5_000, 1])
  const next = thrice.map((one, n) => ({ ...one, blockNumber: n + 1 }))
  expect(decodeLogs(next, () => 0, known('erc721')).facts).toHaveLength(5_001)
})

test('AI-4 ranges from nobody to nobody cost nothing, and blocks of too many facts are read as fewer, one block whole', () => {
  const nobody = word(`0x${'0'.repeat(40)}`)
  const idle = { ...range(0n, 4_999n), topics: [...range(0n, 0n).topics.slice(0, 2), nobody, nobody] }
  expect(decode(idle, 'erc721')).toMatchObject({ facts: [], unreadable: [] })
  const full = Array.from({ length: 12 }, (_, n) => ({ ...range(0n, 4_999n), blockNumber: n + 1 }))
  expect(() => decodeLogs(full, () => 0, known('erc721'))).toThrow('more facts in these blocks')
  expect(decodeLogs(full.slice(0, 10), () => 0, known('erc721')).facts).toHaveLength(50_000)
})

test('AI-4 what a contract of another kind would say is set aside, and approvals of others are no news', () => {
  const single = log(
    [id('TransferSingle(address,address,address,uint256,uint256)'), word(alice), word(alice), word(bob)],
    coder.encode(['uint256', 'uint256'], [1, 1]),
  )
  expect(decode(single, 'erc721').unreadable).toEqual([single])
  expect(decode(single, 'erc1155').facts).toHaveLength(1)
  const approval = log([id('ApprovalForAll(address,address,bool)'), word(alice), word(bob)], word('0x01'))
  expect(decode(approval, 'erc721')).toMatchObject({ facts: [], unreadable: [] })
})

test('ID-19 a transfer says that its transaction filled an order with this token, and no other one does', () => {
  const moved = (tx: string, token: string, logIndex: number) => ({
    ...log([id('Transfer(address,address,uint256)'), word(alice), word(bob), word(token)]),
    transactionHash: tx,
    logIndex,
  })
  const nobody = `0x${'0'.repeat(40)}`
  const { topics, data } = new Interface(abi).encodeEventLog('OrderFulfilled', [
    ...[id('order'), alice, nobody, bob, [[2, contract, 5, 1]], [[1, nobody, 0, 100, alice]]],
  ])
  const filled = { ...log(topics, data, seaport), transactionHash: '0xsold', logIndex: 2 }
  const logs = [moved('0xsold', '0x05', 0), moved('0xsold', '0x06', 1), filled, moved('0xgiven', '0x05', 3)]
  const { facts } = decodeLogs(logs, () => 0, known('erc721'))
  expect(facts.map((fact) => [fact.kind, 'traded' in fact])).toEqual([
    ['transfer', true],
    ['transfer', false],
    ['fulfilled', false],
    ['transfer', false],
  ])
})
