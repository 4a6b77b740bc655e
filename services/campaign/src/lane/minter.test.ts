import { abi as factoryAbi } from '@talad/contracts/abi/CollectionFactory'
import type { Platform } from '@talad/shared/platform'
import { computeAddress, Interface } from 'ethers'
import { expect, onTestFinished, test } from 'vitest'
import type { CampaignConfig } from '../config.ts'
import { createMinter } from './minter.ts'

const keys = [1, 2, 3].map((n) => `0x${String(n).repeat(64)}`)
const config = {
  RPC_URL: 'http://127.0.0.1:9',
  CHAIN_ID: 3501,
  CHAIN_SLUG: 'kub',
  MINTER_KEYS: keys,
  FACTORY_ADDRESS: `0x${'fa'.repeat(20)}`,
  METADATA_URL: 'https://shop.talad.example/api/v1/vnft/metadata',
} as unknown as CampaignConfig

function open() {
  const minter = createMinter({} as Platform, config)
  onTestFinished(() => minter.close())
  return minter
}

const of = (collectionId: string, contractClass: 'erc721' | 'erc1155' = 'erc721') => ({
  collectionId,
  blockchain: 'kub',
  contractClass,
  name: 'Fair',
  symbol: 'FAIR',
  factory: config.FACTORY_ADDRESS,
  lane: '',
})

/** Of an ERC-721 and of an ERC-1155. */
const SALTS = [
  '0xaffd9b3360ca85a1c622877d47d6fa0b6eab9b689977ec7719adbb74256c4ab9',
  '0x562e6ad397c174f0c6b59d179aa46541d7b69dc34b1e66e1f23d230f0e24d316',
]

test('CA-52 CA-53 salt and lane of a contract follow from collection, chain and class alone, and stay for good', () => {
  const minter = open()
  const lanes = keys.map((key) => computeAddress(key).toLowerCase())
  expect(minter.lanes).toEqual(lanes)
  const salts = (['erc721', 'erc1155'] as const).map((kind) => {
    const data = minter.deploymentData({ ...of('6700000000000000000000aa', kind), name: 'Any' })
    return String(new Interface(factoryAbi).decodeFunctionData('deployForMinting', data)[1])
  })
  // what is deployed is found by them
  expect(salts).toEqual(SALTS)
  for (const [index, kind] of (['erc721', 'erc1155'] as const).entries())
    expect(minter.laneOf(of('6700000000000000000000aa', kind))).toBe(
      lanes[Number(BigInt(SALTS[index] ?? 0) % 3n)],
    )
  const used = Array.from({ length: 60 }, (_, n) => minter.laneOf(of(`collection ${n}`)))
  expect(new Set(used)).toEqual(new Set(lanes))
})
