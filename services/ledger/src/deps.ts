import { PrismaPg } from '@prisma/adapter-pg'
import type { Platform } from '@talad/shared/runtime'
import type { LedgerConfig } from './config.ts'
import { PrismaClient } from './generated/prisma/client.ts'

/** What the ledger works with: the platform's parts, and Prisma for what is only read. */
export type Deps = Platform & { prisma: PrismaClient }

export function makeDeps(platform: Platform, config: LedgerConfig): Deps {
  const adapter = new PrismaPg({ connectionString: config.DATABASE_URL, max: 5 })
  return { ...platform, prisma: new PrismaClient({ adapter }) }
}
