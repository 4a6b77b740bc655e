import { PrismaPg } from '@prisma/adapter-pg'
import { poolSettings } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import type { LedgerConfig } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { openPosting, type Posting } from './transfer/post.ts'

/** What the ledger works with: the platform's parts, what posting works with, and Prisma for what is only read. */
export type Deps = Platform & { posting: Posting; prisma: PrismaClient }

export function makeDeps(platform: Platform, config: LedgerConfig): Deps {
  const adapter = new PrismaPg(poolSettings(config.DATABASE_URL, { name: 'ledger.read', max: 5 }))
  const onError = (error: Error) => platform.log.error({ err: error }, 'posting connection lost')
  const posting = openPosting(config.DATABASE_URL, { onError })
  return { ...platform, posting, prisma: new PrismaClient({ adapter }) }
}
