import { loadSecrets } from '@talad/dev/secrets'
import { askClerks } from '@talad/dev/seed/bank'
import { control, type Person, signIn } from '@talad/dev/seed/site'
import { bankWithdrawalAdminHttp as deskHttp } from '@talad/proto/http/bank-withdrawal/admin'
import type { WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from '../src/barriers.ts'
import type { Visitor } from '../src/browser.ts'
import { atDesk, look } from '../src/desk.ts'
import { switchLanguage } from '../src/play.ts'
import { adminEnglish as w, wordsIn } from '../src/words.ts'
import { browser, crowd, shop, system } from './demonstration.ts'

const ASKED = 20_000
const NET = 18_500
const HOUR_MS = 3_600_000
const reason = 'The bank has closed this account'
const closed = { code: 'account_closed', message: 'the account is closed' }

const payouts = z.object({
  transfers: z.array(z.object({ id: z.string(), reference: z.string(), recipient: z.string() })),
})
/** What the provider has of a withdrawal, oldest first. */
async function transfersOf(id: string) {
  const answer = await fetch(`${system.run.sandbox}/control/payout`)
  const { transfers } = payouts.parse(await answer.json())
  return transfers.filter(({ reference }) => reference === id)
}
const payout = (path: string, method: 'POST' | 'PATCH', body: object) =>
  control(system.run, method, `payout${path}`, body)
/** The bank says what became of a transfer. */
const decided = (transferId: string, failure: typeof closed | null) =>
  payout(`/transfers/${transferId}/decide`, 'POST', { failure })

/** As if one provider's key had been used with another: it pays again. */
async function payAgain({ reference, recipient }: { reference: string; recipient: string }): Promise<void> {
  const { payoutSecretKey } = await loadSecrets(system.folder)
  const answer = await fetch(`${system.run.sandbox}/payout/v1/transfers`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${payoutSecretKey}:`).toString('base64')}`,
      'idempotency-key': 'another',
    },
    body: JSON.stringify({ recipient, amount: NET, currency: 'THB', metadata: { reference } }),
  })
  expect(answer.status).toBe(200)
}

/** As if the provider had been asked eleven minutes earlier: no call of ours is on its way for so long. */
async function askedLongAgo(id: string): Promise<void> {
  const db = openDb(system.run.databases['bank-withdrawal'] ?? '', { owner: true, max: 1, name: 'e2e' })
  try {
    await db.query('alter table kit.event disable trigger event_append_only')
    const { rowCount } = await db.query(
      `update kit.event set data = jsonb_set(data::jsonb, '{at}', to_jsonb(to_char(
         (data ->> 'at')::timestamptz at time zone 'UTC' - interval '11 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
       where stream = $1 and type = 'PayoutAttempted'`,
      [`withdrawal-${id}`],
    )
    expect(rowCount).toBe(1)
    await db.query('alter table kit.event enable trigger event_append_only')
  } finally {
    await db.end()
  }
}

const earned = async (seller: Person) => {
  const { list } = await seller.call(ledgerHttp.creditBalances, {})
  return list.find(({ unit }) => unit === 'ft_thb')?.balance_spendable ?? 0
}

/** A clerk agrees to what Somchai has asked for, and the provider takes it. */
async function approvedWithdrawal(seller: Person, clerk: Person) {
  const { list } = await seller.call(bankWithdrawalHttp.withdrawals, {})
  const id = list.find(({ status }) => status === 'pending')?._id ?? ''
  const { request } = await until('the money is set aside', async () => {
    const seen = await clerk.call(deskHttp.adminWithdrawal, { params: { request_id: id } })
    return seen.request.status === 'pending' && seen
  })
  const body = { request_id: id, version: request.version, note: 'checked' }
  await clerk.call(deskHttp.adminApproveWithdrawal, { body })
  const transfer = await until('the provider has taken it', async () => (await transfersOf(id))[0])
  const reaches = (what: string, so: (about: WithdrawalCase) => boolean) =>
    until(what, async () => {
      const seen = await clerk.call(deskHttp.adminWithdrawal, { params: { request_id: id } })
      return so(seen.request)
    })
  await reaches('its transfer is known', ({ payout: { transfer_id } }) => transfer_id === transfer.id)
  return { id, transfer, reaches }
}

/** The look of what is open: both languages and themes, on a phone and a desk; English at the end. */
async function lookInAll(clerk: Visitor, name: string): Promise<void> {
  const { page } = clerk
  for (const language of ['th', 'en'] as const) {
    await page.evaluate(`document.querySelector('aside label[lang="${language}"]').click()`)
    await until(`it is in ${language}`, async () => {
      return (await page.evaluate('document.documentElement.lang')) === language
    })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await look(clerk, `payout-${name}-${language}-${colorScheme}`)).toEqual([])
      const all = { rules: { 'target-size': { enabled: true } } }
      expect(await barriers(page, all), `${name}, ${language}, ${colorScheme}`).toEqual([])
    }
  }
}

/** Opens a withdrawal with all that the provider has of it. */
async function openCase({ page }: Visitor, id: string): Promise<void> {
  await page.goto(`${system.run.admin}/withdrawals?id=${id}`)
  await page.getByRole('button', { name: w.of('reveal.button') }).click()
  await page.getByRole('heading', { name: w.of('outcome.title') }).waitFor()
}

/** AW-3: says how it ends, and why. */
async function end(clerk: Visitor, how: 'outcome.paid' | 'outcome.giveBack' | 'outcome.returned') {
  const word = (
    {
      'outcome.paid': 'word.paid',
      'outcome.giveBack': 'word.giveBack',
      'outcome.returned': 'word.sentBack',
    } as const
  )[how]
  const { page } = clerk
  const name = w.of(how)
  await page.getByRole('button', { name, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await lookInAll(clerk, `${how.slice('outcome.'.length)}-asked`)
  await dialog.getByLabel(w.of('decision.reason')).fill(reason)
  await dialog.getByLabel(w.like('decision.word')).fill(w.of(word))
  const send = () => dialog.getByRole('button', { name, exact: true }).click()
  return { dialog, send, done: () => dialog.getByText(w.of('decision.done')).waitFor() }
}

test('BW-16 LG-8 AW-3 in English, an admin ends a payout that was paid twice, takes back what the bank returned, and gives back what was never paid; the seller reads in the bell where the baht are', async () => {
  const { run } = system
  await askClerks(run, {
    key: 'seller',
    number: '5556667779',
    bank: 'KASITHBK',
    becomes: { earned: 50_000, asked: ASKED },
  })
  await payout('', 'PATCH', { payMs: HOUR_MS })
  const seller = await shop.person('seller')
  const manager = await signIn(run, 'demo-wira')
  const clerk = await atDesk(browser, run, 'demo-wira')
  const { page } = clerk
  await page.evaluate(`localStorage.setItem('talad.language', '"en"')`)

  const twice = await approvedWithdrawal(seller, manager)
  const before = await earned(seller)
  await payAgain(twice.transfer)
  await twice.reaches('it is held', ({ incident }) => incident !== null)
  for (const { id } of await transfersOf(twice.id)) await decided(id, null)
  await openCase(clerk, twice.id)
  await page.getByText(w.of('outcome.several')).waitFor()
  expect(await page.getByRole('button', { name: w.of('outcome.paid'), exact: true }).count()).toBe(2)
  await lookInAll(clerk, 'twice')
  const paid = await end(clerk, 'outcome.paid')
  await paid.send()
  await paid.done()
  await lookInAll(clerk, 'paid-done')
  await twice.reaches('it is paid', ({ status, settled }) => status === 'success' && settled)

  for (const { id } of await transfersOf(twice.id)) await decided(id, closed)
  await openCase(clerk, twice.id)
  await lookInAll(clerk, 'sent-back')
  const back = await end(clerk, 'outcome.returned')
  await back.send()
  await back.done()
  await until('the seller has it again', async () => (await earned(seller)) === before + ASKED)
  const { list } = await seller.call(bankWithdrawalHttp.withdrawals, {})
  expect(list.find(({ _id }) => _id === twice.id)?.admin_response).toMatchObject({ reason })

  const own = await (await crowd.profileOf('seller')).newPage()
  await own.goto(`${run.gateway}/account?tab=money&view=withdrawals`)
  await switchLanguage(own, 'en')
  const english = wordsIn('en')
  await own.getByRole('button', { name: english.like('notice.unread') }).click()
  await own.getByText('฿200.00 are yours again, the fee included').first().waitFor()
  expect(await barriers(own, {})).toEqual([])
  await switchLanguage(own, 'th')
  await own.getByText(wordsIn('th').like('notice.withdrawalReturned')).first().waitFor()

  const bank_account_id = list.find(({ _id }) => _id === twice.id)?.bank_account_id ?? ''
  await seller.call(bankWithdrawalHttp.requestWithdrawal, { body: { bank_account_id, value: ASKED } })
  const unpaid = await approvedWithdrawal(seller, manager)
  await payout(`/transfers/${unpaid.transfer.id}`, 'PATCH', { amount: NET - 1 })
  await unpaid.reaches('it is held', ({ incident }) => incident !== null)
  await openCase(clerk, unpaid.id)
  await lookInAll(clerk, 'other-amount')
  const given = await end(clerk, 'outcome.giveBack')
  await given.send()
  // the provider may still pay it
  await given.dialog.getByRole('alert').waitFor()
  await lookInAll(clerk, 'may-be-paid')
  await decided(unpaid.transfer.id, closed)
  await askedLongAgo(unpaid.id)
  await given.send()
  await given.done()
  await until('the seller has it again', async () => (await earned(seller)) === before + ASKED)
  await own.reload()
  await own.getByRole('button', { name: wordsIn('th').like('notice.unread') }).click()
  await own.getByText(wordsIn('th').like('notice.withdrawalRejected')).first().waitFor()
  expect(clerk.faults.filter((fault) => !fault.includes('409'))).toEqual([])
  await own.close()
  await clerk.close()
})
