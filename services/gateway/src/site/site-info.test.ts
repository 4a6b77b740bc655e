import { explorerNftUrl } from '@talad/proto/http/gateway/site'
import { loadConfig } from '@talad/shared/config'
import { expect, test } from 'vitest'
import { gatewayConfig } from '../config.ts'
import { siteInfo } from './continent.ts'
import { emptySite } from './live-site.ts'

const chainOf = (about: Record<string, string>) =>
  siteInfo(
    loadConfig('gateway', gatewayConfig, {
      DATABASE_URL: 'postgres://h/d',
      BUS_DATABASE_URL: 'postgres://h/b',
      UPSTREAMS: '{}',
      CHAIN_ID: '3501',
      CHAIN_SLUG: 'kub',
      JWKS_URL: 'http://h/jwks',
      INTERNAL_TOKENS: 'x'.repeat(16),
      SITE_ORIGINS: 'http://h',
      ...about,
    }),
    emptySite('main'),
  ).chain
const token = { contract: `0x${'c'.repeat(40)}`, tokenId: '7' }

test('AI-25 the page of a token in the explorer has the form of its chain, by default {explorer}/token/{contract}?a={tokenId}', () => {
  expect(chainOf({}).explorerNft).toBeNull()
  const usual = chainOf({ CHAIN_EXPLORER: 'https://scan.example/' }).explorerNft ?? ''
  expect(explorerNftUrl(usual, token)).toBe(`https://scan.example/token/${token.contract}?a=7`)
  const own = {
    CHAIN_EXPLORER: 'https://scan.example',
    CHAIN_EXPLORER_NFT: '{explorer}/nft/{contract}/{tokenId}',
  }
  expect(explorerNftUrl(chainOf(own).explorerNft ?? '', token)).toBe(
    `https://scan.example/nft/${token.contract}/7`,
  )
  expect(() => chainOf({ CHAIN_EXPLORER_NFT: '{explorer}/nft' })).toThrow('CHAIN_EXPLORER_NFT')
})

test('AI-24 the coin of the chain is a setting, as wallets and texts about network fees name it', () => {
  expect(chainOf({}).symbol).toBe('JFIN')
  expect(chainOf({ CHAIN_SYMBOL: 'KUB' }).symbol).toBe('KUB')
  expect(() => chainOf({ CHAIN_SYMBOL: 'a coin' })).toThrow('CHAIN_SYMBOL')
})
