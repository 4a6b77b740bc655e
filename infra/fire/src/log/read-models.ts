import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { orderViewProjection } from '@talad/order-book/projections/order-view'
import type { Projection } from '@talad/shared/projection'
import { holds } from '../proof.ts'

/** Every read model that is made from a log: the service that it belongs to, and what makes it. */
export const readModels: readonly { service: string; projection: Projection }[] = [
  { service: 'ledger', projection: hashChain },
  { service: 'order-book', projection: orderViewProjection },
]

/** @throws Disproved when the sources have a read model that is not proved here */
export async function findAll(): Promise<void> {
  const files = (await readdir(join(root, 'services'), { recursive: true })).filter(
    (file) => /^[a-z-]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  )
  const found: string[] = []
  for (const file of files) {
    const source = await readFile(join(root, 'services', file), 'utf8')
    for (const _ of source.matchAll(/: (?:Projection|ReadModel) = \{/g)) found.push(file.split('/')[0] ?? '')
  }
  const known = readModels.map(({ service }) => service)
  holds(
    found.sort().join() === known.sort().join(),
    `read models are in ${found.join(', ')}, proved are those of ${known.join(', ')}`,
  )
}
