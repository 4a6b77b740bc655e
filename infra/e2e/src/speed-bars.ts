import { get } from 'node:http'
import type { Who } from './profiles.ts'
import { goods, type Shop } from './shop.ts'

/** The pages that P9 names, and who looks at them. */
export const pages: Readonly<Record<string, { as: Who; path: (shop: Shop) => string }>> = {
  home: { as: 'visitor', path: () => '/' },
  explore: { as: 'visitor', path: () => '/explore' },
  collection: { as: 'visitor', path: (shop) => shop.collectionPath('betta') },
  asset: { as: 'visitor', path: (shop) => shop.pathOf(goods.listed) },
  account: { as: 'buyer', path: () => '/account' },
}

/** P9. Scores are of 100, times in milliseconds, sizes in bytes. */
export const bars = {
  performance: 95,
  accessibility: 100,
  bestPractices: 100,
  lcpMs: 2_000,
  cls: 0.05,
  codeBytes: 200_000,
} as const

/** What a browser that knows gzip only has to load. */
function gzippedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.once('end', () => resolve(size)).once('error', reject)
    }).once('error', reject)
  })
}

/** The size of a page, its scripts and its style sheets, gzipped. */
export async function codeSize(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(urls)].map(gzippedSize))
  return sizes.reduce((sum, size) => sum + size, 0)
}
