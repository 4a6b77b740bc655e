import { signingHttp } from '@talad/proto/http/identity/signing'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { answer } from '../answers.ts'
import { type Scene, type Step, seller } from '../scene.ts'
import { goods, type Token } from '../shop.ts'
import {
  all,
  answered,
  at,
  click,
  clickAnswered,
  clock,
  exact,
  failing,
  fill,
  first,
  hung,
  inDialog,
  last,
  later,
  message,
  refused,
  the,
  within,
} from '../steps.ts'

const { cancelOrder, distributionPreview, orderTerms, putOrder } = orderBookHttp
/** Longer than the signature is waited for without a way out. */
const LONG_MS = 11_000
/** Longer than people wait without being told anything, and shorter than a call may take. */
const LONG_CALL_MS = 7_000

const field = inDialog(the.textbox())
export const price = inDialog(the.label('list.price', exact))
const net = inDialog(the.text(/1,141\.99/))
const openJoin = inDialog(the.link('list.openJoin'))
const onPhone = inDialog(the.text('list.onPhone'))
const submit = inDialog(the.button('list.submit', exact))
const tryAgain = inDialog(the.text('list.tryAgain'))
export const openListing = (token: Token) => all(at(token), click(the.button('panel.list')))
export const fillPrice = all(fill(price, '1234.57'), first(net))
/** Fills in the price and sends the form, whichever of the two it is. */
const send = all(fillPrice, click(inDialog(the.css('button[type=submit]'))))
const signing = all(openListing(goods.kept), send, openJoin)
const openRepricing = all(at(goods.onSale), click(first(the.button('reprice.action'))))
const confirm = inDialog(the.button('cancel.confirm'))
export const openCancelling = all(at(goods.onSale), click(first(the.button('order.cancelListing'))))

/**
 * The person has decided on the phone, at once. Comes after the page: one whose document was changed may not read the
 * chain, as it is of nowhere.
 */
const decided = (status: 'signed' | 'rejected') =>
  answered(signingHttp.signatureLoad, () => {
    const about = { requestId: 'scene', kind: 'signature' as const, status }
    return status === 'signed' ? { ...about, signature: `0x${'1b'.repeat(65)}` } : about
  })

/** The market takes the listing, or takes it back: what it answers is another of the seller's. */
export const taken: Step = async ({ page, shop }) => {
  const { call, address } = await shop.person('seller')
  const [order] = (await call(orderBookHttp.listOrders, { query: { wl: address } })).list
  if (!order) throw new Error('the seller sells nothing')
  await answer(page, putOrder, { order })
  await answer(page, cancelOrder, { order })
}

const sendTo = inDialog(the.label('send.to', exact))
const openSending = (token: Token) => all(at(token), click(the.button('send.action', exact)), sendTo)
const next = click(inDialog(the.button('send.next')))

/** Something is put on sale, priced anew, taken back or sent: the forms, and what is waited for after them. */
export const listingScenes: readonly Scene[] = [
  seller('list.empty', openListing(goods.kept), first(field)),
  seller('list.preview', openListing(goods.kept), fillPrice),
  seller(
    'list.breakdown',
    ...[openListing(goods.kept), fillPrice, click(inDialog(the.button('list.breakdown')))],
    ...[the.text('list.breakdownNote'), within(last(the.dialog()), the.text(/1,141\.99/))],
  ),
  seller(
    'list.too-low',
    ...[openListing(goods.kept), fill(price, '1'), click(submit), inDialog(the.text('list.priceLow'))],
  ),
  seller(
    'list.preview-failed',
    ...[at(goods.kept), the.button('panel.list'), failing(distributionPreview), openListing(goods.kept)],
    async (stage) => {
      const failed = stage.page.waitForResponse((response) => response.status() === 500)
      await price(stage).fill('1234.57')
      await failed
    },
  ),
  seller('list.reprice', openRepricing, first(field)),
  seller(
    'list.pieces',
    openListing(goods.pieces),
    fill(inDialog(within(the.group('list.amount'), the.textbox())), '3'),
    inDialog(the.text('list.allowPartial')),
  ),
  seller('list.failed', failing(orderTerms), openListing(goods.kept), inDialog(the.button('common.retry'))),
  seller('list.loading', hung(orderTerms), openListing(goods.kept), the.dialog()),
  seller('cancel.ask', openCancelling, confirm),
  seller(
    'cancel.refused',
    ...[refused(cancelOrder, 409, 'cancel_refused'), openCancelling, clickAnswered(confirm, 409), confirm],
  ),
  seller('message.listing-cancelled', taken, openCancelling, click(confirm), message('cancel.done')),

  seller('list.signing', signing),
  seller(
    'list.approving',
    ...[openListing(goods.kept), decided('signed'), refused(putOrder, 409, 'nft_not_approved')],
    ...[hung(signingHttp.approveNfts), send, inDialog(the.text('list.approve'))],
  ),
  seller(
    'list.putting',
    ...[clock, openListing(goods.kept), decided('signed'), hung(putOrder), send, onPhone],
    (stage) => onPhone(stage).waitFor({ state: 'detached' }),
    ...[later(LONG_CALL_MS), inDialog(the.text('slow.action'))],
  ),
  seller('list.signing-long', clock, signing, later(LONG_MS), inDialog(the.button('list.cancelSigning'))),
  seller(
    'list.cancelled',
    ...[clock, signing, later(LONG_MS), click(inDialog(the.button('list.cancelSigning')))],
    message('list.signingCancelled'),
  ),
  seller('list.declined', openListing(goods.kept), decided('rejected'), send, tryAgain),
  seller(
    'list.refused',
    ...[openListing(goods.kept), decided('signed'), refused(putOrder, 409, 'too_many_orders')],
    ...[send, inDialog(the.alert())],
  ),
  seller(
    'list.done',
    ...[openListing(goods.kept), decided('signed'), taken, send, inDialog(the.text('list.done'))],
  ),
  seller('list.unfinished', signing, at('/account'), the.text('unfinished.text')),
  seller(
    'message.unfinished',
    ...[openListing(goods.kept), hung(signingHttp.signatureLoad), send, openJoin],
    ...[decided('rejected'), at('/account'), message()],
  ),
  seller('reprice.signing', openRepricing, send, openJoin),
  seller('reprice.declined', openRepricing, decided('rejected'), send, tryAgain),
  seller(
    'reprice.done',
    ...[openRepricing, decided('signed'), taken, send, inDialog(the.text('reprice.done'))],
  ),

  seller('send.form', openSending(goods.kept)),
  seller(
    'send.wrong',
    ...[openSending(goods.kept), fill(sendTo, '0x123'), next, inDialog(the.text('send.invalid', exact))],
  ),
  seller(
    'send.review',
    ...[openSending(goods.onSale), fill(sendTo, `0x${'5a'.repeat(20)}`), next],
    inDialog(the.text('send.listed')),
  ),
  seller(
    'send.unfinished',
    ...[openSending(goods.kept), fill(sendTo, `0x${'5a'.repeat(20)}`), next],
    click(inDialog(the.button('send.submit'))),
    inDialog(the.link('trade.openJoin')),
    ...[at('/account'), the.text('unfinished.sendText')],
  ),
]
