import { control, type Person } from '@talad/dev/seed/site'
import { chooseOnCardPage, payByCard, shipNow, untilShipping } from '@talad/e2e/people'
import { openStall } from '@talad/e2e/stall'
import type { System } from '@talad/e2e/system'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { askSomething } from './answer-key.ts'
import { openBankThings } from './bank-things.ts'
import { type Canaries, internalTokenOf } from './canaries.ts'
import { type Answer, ask, bearer, send } from './doors.ts'
import { draftSomething } from './draft.ts'
import { enter, pairIn, refresh, type Site } from './enter.ts'
import { eraseSomebody } from './erased.ts'

/** What the system was given and said while it worked and failed. */
export type Story = {
  canaries: Canaries
  /** what a table may hold, and nothing that is said may */
  unsaid: Canaries
  refusals: readonly Answer[]
}

/** The main job by card, and what else makes a service speak to the outside. @returns the page of the card */
async function mainJob({ run }: System): Promise<{ page: string; seller: Person; buyer: Person }> {
  const { seller, buyer, offer } = await openStall(run)
  await buyer.call(ledgerHttp.fastTopup, { body: { amount: 100 } })
  const shipping = await shipNow(buyer, await offer(31_001n))
  const { page } = await payByCard(run, buyer, shipping)
  await chooseOnCardPage(page, 'success')
  await untilShipping(buyer, shipping._id, ({ status }) => status === 'completed', 'completed')
  const failing = await shipNow(buyer, await offer(31_002n))
  await control(run, 'POST', 'faults', { provider: 'chillpay', call: 'payment', fault: 'error', times: 2 })
  await buyer
    .call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: failing._id } })
    .catch(() => undefined)
  await buyer
    .call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: failing._id } })
    .catch(() => undefined)
  return { page, seller, buyer }
}

/** Secrets in every place where they don't belong, and secrets where they do while nothing works. */
async function failures(site: Site, secrets: Canaries, tokens: Canaries): Promise<Answer[]> {
  const { gateway } = site.run
  const { access = '', refresh: token = '' } = tokens
  const at = (path: string) => gateway + path
  const { halfRefresh, fullRefresh, logout, myProfile, web3Authorize } = identityHttp
  const json = { 'content-type': 'application/json' }
  const callback = at(cardProviderHttp.chillpayCallback.path)
  const calls: (() => Promise<Answer>)[] = [
    ...[halfRefresh, fullRefresh, logout].flatMap(({ path }) => [
      () => ask(at(path), { method: 'POST', headers: json, body: `{"refreshToken":"${token}"` }),
      () => send(at(path), { refreshToken: [token] }),
      () => send(at(path), { refreshToken: token, [token]: access }, bearer(`${access}x`)),
      () => send(at(path), token),
    ]),
    () => ask(at(myProfile.path), { headers: bearer(`${access}x`) }),
    () => ask(at(`${myProfile.path}x?access_token=${access}&refresh=${token}`)),
    () => ask(at(`/identity/${token}`), { headers: { cookie: `talad_rt=${token}` } }),
    () => ask(at(orderBookHttp.getOrder.path), { headers: bearer(access) }),
    () => send(at(web3Authorize.path), { from: access, signature: token }),
    () => send(at(orderBookHttp.putOrder.path), { order: { signature: token } }, bearer(access)),
    () => send(at(ledgerHttp.fastTopup.path), { amount: token }, bearer(access)),
    () => send(callback, { OrderNo: 'A1', CheckSum: secrets.cardMd5Secret, ApiKey: secrets.cardApiKey }),
    () => ask(`${callback}?OrderNo=${secrets.cardMd5Secret}`),
    () =>
      ask(at('/identity/internal/revoked'), {
        headers: { 'x-internal-token': secrets[internalTokenOf('ledger')] ?? '' },
      }),
    () => ask(at('/readyz')),
    () => ask(at('/no/such/page')),
  ]
  const answers: Answer[] = []
  for (const call of calls) answers.push(await call())
  return answers
}

/** Join fails, a refresh token is replayed, a session ends. */
async function endings(site: Site): Promise<{ answers: Answer[]; canaries: Canaries }> {
  const { run } = site
  const first = await enter(site, 'demo-anan')
  await control(run, 'POST', 'faults', { provider: 'join', call: 'profile', fault: 'error', times: 2 })
  const away = await send(run.gateway + identityHttp.halfRefresh.path, { refreshToken: first.refreshToken })
  await control(run, 'DELETE', 'faults')
  const second = pairIn(await refresh(site, 'full', first.refreshToken))
  await refresh(site, 'full', second.refreshToken)
  const again = await refresh(site, 'full', first.refreshToken)
  return {
    answers: [away, again],
    canaries: {
      'a refresh token that comes again': first.refreshToken,
      'the token that took its place': second.refreshToken,
    },
  }
}

/** Lets the system work and fail, with secrets that are known. */
export async function tellStory(system: System, secrets: Canaries): Promise<Story> {
  const site = { run: system.run }
  const { page, seller, buyer } = await mainJob(system)
  const { numbers } = await openBankThings(system, seller)
  const { accessToken, refreshToken } = await enter(site, 'demo-mali')
  const tokens = { access: accessToken, refresh: refreshToken }
  const right = await askSomething(system, buyer)
  const drafted = await draftSomething(system)
  const unsaid = { 'the right choice of an assessment': right, ...drafted.unsaid }
  const failed = await failures(site, secrets, tokens)
  const ended = await endings(site)
  const erased = await eraseSomebody(system)
  const canaries = {
    'an access token': accessToken,
    'the signature of an access token': accessToken.slice(accessToken.lastIndexOf('.') + 1),
    'the seller’s access token': seller.token,
    'the buyer’s access token': buyer.token,
    'a refresh token': refreshToken,
    ...ended.canaries,
    ...erased,
    'the number of a bank account': numbers[0],
    'one that is asked for': numbers[1],
    'the token of a card page': page.slice(page.lastIndexOf('/') + 1),
  }
  const answers = [...failed, ...ended.answers, ...drafted.answers]
  return { canaries, unsaid, refusals: answers.filter(({ status }) => status >= 400) }
}
