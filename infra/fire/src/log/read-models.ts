import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { hashChain } from '@talad/ledger/transfer/hash-chain'
import { declarationRows } from '@talad/moderation/declaration/read-model'
import { sheetRows } from '@talad/moderation/fee/read-model'
import { issuerRows } from '@talad/moderation/issuer/read-model'
import { admins } from '@talad/moderation/permission/read-model'
import { suspensionRows } from '@talad/moderation/suspension/read-model'
import { orderView } from '@talad/order-book/read-models/order-view'
import type { ReadModel } from '@talad/shared/read-model'
import { holds } from '../proof.ts'

/** Every read model that is made from a log: the service that it belongs to, and what makes it. */
export const readModels: readonly { service: string; model: ReadModel }[] = [
  { service: 'ledger', model: hashChain },
  { service: 'moderation', model: admins },
  { service: 'moderation', model: suspensionRows },
  { service: 'moderation', model: issuerRows },
  { service: 'moderation', model: sheetRows },
  { service: 'moderation', model: declarationRows },
  { service: 'order-book', model: orderView },
]

/** @throws Disproved when the sources have a read model that is not proved here */
export async function findAll(): Promise<void> {
  const files = (await readdir(join(root, 'services'), { recursive: true })).filter(
    (file) => /^[a-z-]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  )
  const found: string[] = []
  for (const file of files) {
    const source = await readFile(join(root, 'services', file), 'utf8')
    for (const _ of source.matchAll(/: (?:LogReader|ReadModel) = \{/g)) found.push(file.split('/')[0] ?? '')
  }
  const known = readModels.map(({ service }) => service)
  holds(
    found.sort().join() === known.sort().join(),
    `read models are in ${found.join(', ')}, proved are those of ${known.join(', ')}`,
  )
}
