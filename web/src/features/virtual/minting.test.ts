import type { txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { expect, test } from 'vitest'
import type { Holding } from './api/holdings.ts'
import { isMintedOn, seenOf, stepOf } from './minting.ts'

const minted = (tx_status: (typeof txStatuses)[number]): NonNullable<Holding['nft']> => ({
  mint_id: 'a'.repeat(24),
  blockchain: 'jfin',
  contract_class: 'erc721',
  contract_address: null,
  receiver_address: `0x${'1'.repeat(40)}`,
  tx_status,
  tx_hash: null,
})

test('CA-46 a mint is queued, signed, then sent, whatever the browser knew of it before', () => {
  const steps = (['pending', 'processing', 'sent', 'mined'] as const).map((status) =>
    stepOf({ nft: minted(status) }),
  )
  expect(steps).toEqual(['queued', 'signed', 'sent', 'sent'])
  expect(stepOf({ nft: null })).toBe('queued')
})

test('CA-28 CA-50 a holder sees the state of the holding, and of a virtual one whether its mint failed', () => {
  for (const state of ['waiting', 'minting', 'minted'] as const)
    expect(seenOf({ state, nft: minted('failed') })).toBe(state)
  expect(seenOf({ state: 'virtual', nft: null })).toBe('virtual')
  expect(seenOf({ state: 'virtual', nft: minted('canceled') })).toBe('virtual')
  expect(seenOf({ state: 'virtual', nft: minted('failed') })).toBe('failed')
})

test('CA-52 a mint is offered where the collection has a contract, and where that is not known yet', () => {
  const on = (...chains: string[]) => ({ minting_config: { enabled_blockchains: chains, contracts: [] } })
  expect([on('jfin'), undefined, on(), on('kub')].map((one) => isMintedOn(one, 'jfin'))).toEqual([
    ...[true, true, false, false],
  ])
})
