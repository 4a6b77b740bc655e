import type { Deps as BankDeps } from '@talad/bank-withdrawal/deps'
import { service as bank } from '@talad/bank-withdrawal/service'
import { service as ledger } from '@talad/ledger/service'
import { openPosting } from '@talad/ledger/transfer/post'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { type Db, openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { playBus } from '../log/repeat/played-bus.ts'
import { NOW } from '../log/repeat/steps.ts'
import { createLife, type Life, mortal } from './mortal.ts'
import { createProvider, type Provider } from './provider.ts'

type Bank = BankDeps & ConsumerDeps

/** The processes of ledger and bank-withdrawal, as they live now. */
export type Services = { life: Life; posting: Db; bank: Bank; close(): Promise<void> }

/** Databases and a provider, and processes over them that may die. */
export type Installation = {
  services: Services
  provider: Provider
  /** as an onlooker reads them */
  ledgerDb: Db
  bankDb: Db
  ledgerUrl: string
  now(): Date
  /** time passes */
  pass(ms: number): void
  /** the processes are started again */
  restart(): Promise<void>
  close(): Promise<void>
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const notifier = { notify: () => undefined, listen: () => () => undefined, close: async () => undefined }

type Ground = { ledgerUrl: string; bankUrl: string; provider: Provider; now: () => Date }

function start({ ledgerUrl, bankUrl, provider, now }: Ground): Services {
  const life = createLife()
  const posting = mortal(openPosting(ledgerUrl, {}), life)
  const db = mortal(openDb(bankUrl, { max: 3 }), life)
  const common = { db, now, log, notifier, bus: playBus().bus, provider: provider.heardBy(life) }
  return {
    life,
    posting,
    bank: common as unknown as Bank,
    async close() {
      await life.settled()
      await Promise.all([posting.end(), db.end()])
    },
  }
}

export async function openInstallation(postgres: string): Promise<Installation> {
  const books = await createTestDatabase(postgres, ledger.migrations)
  const bankBase = await createTestDatabase(postgres, bank.migrations)
  const ledgerDb = openDb(books.url, { max: 6 })
  const bankDb = openDb(bankBase.url, { max: 3 })
  const provider = createProvider()
  let at = NOW.getTime()
  const now = () => new Date(at)
  const ground = { ledgerUrl: books.url, bankUrl: bankBase.url, provider, now }
  const installation: Installation = {
    services: start(ground),
    provider,
    ledgerDb,
    bankDb,
    ledgerUrl: books.url,
    now,
    pass(ms) {
      at += ms
    },
    async restart() {
      await installation.services.close()
      installation.services = start(ground)
    },
    async close() {
      await installation.services.close()
      await Promise.all([ledgerDb.end(), bankDb.end()])
      await Promise.all([books.drop(), bankBase.drop()])
    },
  }
  return installation
}
