import { loadSecrets } from '@talad/dev/secrets'
import { MERCHANT_CODE } from '@talad/dev/services'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { BadParameter, NoSystem } from '../faults.ts'
import type { Report } from '../report.ts'
import type { Env, System } from '../system.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const TIMEOUT_MS = 15_000

type Provider = { baseUrl: string; merchantCode: string; apiKey: string; md5Secret: string }

const settings = {
  baseUrl: 'CHILLPAY_URL',
  merchantCode: 'CHILLPAY_MERCHANT_CODE',
  apiKey: 'CHILLPAY_API_KEY',
  md5Secret: 'CHILLPAY_MD5_SECRET',
} as const

async function providerOf({ local }: System, env: Env): Promise<Provider> {
  if (local) {
    const { cardApiKey: apiKey, cardMd5Secret: md5Secret } = await loadSecrets(local.folder)
    return { baseUrl: `${local.sandbox}/chillpay`, merchantCode: MERCHANT_CODE, apiKey, md5Secret }
  }
  const missing = Object.values(settings).filter((name) => !env[name])
  if (missing.length > 0) throw new NoSystem(`The card provider is not known: set ${missing.join(', ')}`)
  const of = (name: keyof typeof settings) => env[settings[name]] ?? ''
  return {
    baseUrl: of('baseUrl'),
    merchantCode: of('merchantCode'),
    apiKey: of('apiKey'),
    md5Secret: of('md5Secret'),
  }
}

type Day = { day: string; from: Date; until: Date; isOver: boolean }

/** The time of a day of Bangkok. @throws BadParameter for a day that is none */
function dayOf(day: string): Day {
  if (!z.iso.date().safeParse(day).success)
    throw new BadParameter('--day', `${day} is not a day like 2030-01-31 (in Bangkok)`)
  const from = new Date(`${day}T00:00:00+07:00`)
  const until = new Date(from.getTime() + DAY_MS)
  return { day, from, until, isOver: until.getTime() <= Date.now() }
}

/** What follows where nothing differs: what is still to come of a day was not compared. */
const nextOfSame = ({ day, isOver }: Day) =>
  isOver ? 'nothing to do.' : `compare again once ${day} is over in Bangkok: it is not yet.`

const silent = (provider: string, day: string, { noAnswer }: { noAnswer: string }): Report => ({
  json: { day, noAnswer },
  lines: [`The ${provider} provider gave no answer: ${noAnswer}`],
  next: 'ask again later: no answer is no proof of anything.',
  isBad: true,
})

/** `reconcile card`: a Bangkok day's card payments, voids and refunds beside the card provider's own account of them. */
export async function reconcileCard(context: Context, { day }: { day: string }, env: Env): Promise<Report> {
  const time = dayOf(day)
  // what is not set is said before anything is asked for
  const provider = await providerOf(context.system, env)
  const { db } = await context.service('shipping-payment')
  const { createChillPay } = await import('@talad/shipping-payment/chillpay/client')
  const { reconcile } = await import('@talad/shipping-payment/payment/reconcile')
  const chillpay = createChillPay({ ...provider, routeNo: 1, timeoutMs: TIMEOUT_MS })
  const found = await reconcile({ db, chillpay }, time, (done, of) =>
    context.progress.tell(`card payments of ${day}`, done, of),
  ).catch((error: unknown) => ({ noAnswer: String(error) }))
  if ('noAnswer' in found) return silent('card', day, found)
  const { compared, differences, unanswered } = found
  const isBad = differences.length > 0 || unanswered.length > 0
  return {
    json: { day, isOver: time.isOver, ...found },
    lines: [
      `${compared} card payments of ${day} compared, ${differences.length} differences.`,
      ...differences.map(({ orderNo, what }) => `  ${orderNo}: ${what}`),
      ...unanswered.map((orderNo) => `  ${orderNo}: the provider gave no answer`),
    ],
    next: !isBad
      ? nextOfSame(time)
      : unanswered.length > 0
        ? 'ask again later for those without an answer.'
        : 'look at each at the provider; a pending one settles itself at its next inquiry, a return that we lack by a refund at the desk (docs/money.md); anything else is for the people of finance.',
    isBad,
  }
}

async function payoutProviderOf(
  { local }: System,
  env: Env,
): Promise<{ baseUrl: string; secretKey: string }> {
  if (local) {
    const { payoutSecretKey: secretKey } = await loadSecrets(local.folder)
    return { baseUrl: `${local.sandbox}/payout`, secretKey }
  }
  const { PAYOUT_URL: baseUrl, PAYOUT_SECRET_KEY: secretKey } = env
  if (!baseUrl || !secretKey)
    throw new NoSystem('The payout provider is not known: set PAYOUT_URL, PAYOUT_SECRET_KEY')
  return { baseUrl, secretKey }
}

/** `reconcile payout`: the provider's file of a Bangkok day beside our withdrawals. */
export async function reconcilePayout(context: Context, { day }: { day: string }, env: Env): Promise<Report> {
  const time = dayOf(day)
  const settings = await payoutProviderOf(context.system, env)
  const { db } = await context.service('bank-withdrawal')
  const { createPayoutProvider } = await import('@talad/bank-withdrawal/payout/client')
  const { reconcile } = await import('@talad/bank-withdrawal/payout/reconcile')
  const provider = createPayoutProvider({ ...settings, timeoutMs: TIMEOUT_MS })
  const found = await reconcile({ db, provider }, time, (done, of) =>
    context.progress.tell(`payouts of ${day}`, done, of),
  ).catch((error: unknown) => ({ noAnswer: String(error) }))
  if ('noAnswer' in found) return silent('payout', day, found)
  const { compared, differences } = found
  const isBad = differences.length > 0
  return {
    json: { day, isOver: time.isOver, ...found },
    lines: [
      `${compared} payouts of ${day} compared, ${differences.length} differences.`,
      ...differences.map(({ requestId, what }) => `  ${requestId}: ${what}`),
    ],
    next: isBad
      ? 'look at each at the provider (docs/money.md); one that is under way settles itself at its next inquiry.'
      : nextOfSame(time),
    isBad,
  }
}
