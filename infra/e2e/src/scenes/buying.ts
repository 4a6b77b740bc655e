import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { buyer, type Scene, type Step } from '../scene.ts'
import { goods, type Token } from '../shop.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  clickAnswered,
  clock,
  exact,
  fill,
  first,
  gone,
  hung,
  inDialog,
  later,
  message,
  refused,
  the,
  within,
} from '../steps.ts'

const { ship, topupAndPay } = shippingPaymentHttp
const ID = '5e'.repeat(12)

const reserve = inDialog(the.button('buy.reserve'))
const openBuying = (token: Token) => all(at(token), click(the.button('panel.buy')), reserve)
const amount = inDialog(within(the.group('buy.amount'), the.textbox()))
const recipient = inDialog(the.label('buy.recipient'))
const byCard = inDialog(the.button('pay.card'))
/** Reserves it, and gives it back when the scene has been looked at. */
const reserveWanted = all(
  openBuying(goods.wanted),
  async ({ shop, after }) => after(() => shop.cancelAll('buyer')),
  click(reserve),
)
/** As many points as this, whatever the buyer has. */
const haveBalance = (balance: number) =>
  changed(ledgerHttp.creditBalances, ({ list }) => ({
    list: list.map((one) => ({ ...one, balance, balance_locked: 0, balance_spendable: balance })),
  }))

const report = the.dialog('report.title')
const openReport = all(
  at(goods.listed),
  click(the.button('report.action')),
  click(within(report, the.text('report.spam', exact))),
)
const sendReport = click(within(report, the.button('report.submit')))
const reported = answered(flaggingHttp.requestFlagging, () => {
  const now = new Date().toISOString()
  return {
    flagging: {
      _id: ID,
      asset_id: ID,
      blockchain: 'ethereum',
      contract_address: `0x${'5e'.repeat(20)}`,
      token_id: '1',
      asset_name: 'Betta #1',
      resolution: 'flagged' as const,
      flag_user_notes: '',
      flag_classification: 'spam' as const,
      created: now,
      updated: now,
    },
  }
})

const texts = {
  th: {
    title: 'ใครดูแลกุญแจของคุณ',
    body: 'กระเป๋าของคุณมีกุญแจลับ ใครรู้กุญแจนี้ก็ย้ายของออกไปได้\n\nเราไม่มีวันขอกุญแจจากคุณ',
    question: 'ควรให้กุญแจลับกับใคร',
    choices: ['ไม่ให้ใครเลย', 'เจ้าหน้าที่', 'ผู้ขาย'],
  },
  en: {
    title: 'Who holds your key',
    body: 'A wallet has a secret key. Who knows it can take what is in the wallet.\n\nWe never ask you for it.',
    question: 'Whom do you give your secret key?',
    choices: ['Nobody', 'The staff', 'The seller'],
  },
}
const quiz = the.dialog('quiz.newBuyer')
const start = within(quiz, the.button('quiz.start'))
/** A first purchase, for which something has to be learned before. */
const openQuiz = all(
  refused(ship, 403, 'assessment_required', { details: { content_key: 'new_buyer' } }),
  answered(assessmentHttp.assessmentSession, ({ words: { language } }) => {
    const { title, body, question, choices } = texts[language]
    return {
      content_id: ID,
      content_key: 'new_buyer' as const,
      questions_version: 1,
      language,
      education: [{ title, body, image: null }],
      questions: [{ variation_index: 0, question, choices }],
    }
  }),
  at(goods.listed),
  click(the.button('panel.buy')),
  click(the.button('buy.reserve')),
  start,
)
const openQuestion = all(openQuiz, click(start), (stage) => within(quiz, the.radio())(stage).first().check())
const answerIt = (passed: boolean) =>
  all(
    answered(assessmentHttp.submitAssessment, () => ({
      submission_id: ID,
      passed,
      grading: { score: passed ? 1 : 0, total: 1, percentage: passed ? 100 : 0 },
    })),
    openQuestion,
    click(within(quiz, the.button('quiz.submit'))),
  )

/** What was typed is never made another number, and can't be bought. */
const staysTyped: Step = async (stage) => {
  if ((await amount(stage).inputValue()) !== '13')
    throw new Error('the field holds another number than was typed')
  if (await reserve(stage).isEnabled()) throw new Error('an amount that is not for sale can be bought')
}

/** The window in which something is bought, what is asked before a first purchase, and what the moderators are told. */
export const buyingScenes: readonly Scene[] = [
  buyer('buy.choose', openBuying(goods.listed)),
  buyer('buy.choose-many', openBuying(goods.many)),
  buyer(
    'buy.too-many',
    ...[openBuying(goods.many), click(amount)], // selects what is there: what is typed takes its place
    ({ page }) => page.keyboard.type('13'),
    inDialog(the.text('amount.overLeft')),
    staysTyped,
  ),
  buyer(
    'buy.not-whole',
    ...[openBuying(goods.many), fill(amount, ''), inDialog(the.text('amount.number'))],
    ...[fill(amount, '2.5'), inDialog(the.text('amount.whole'))],
  ),
  buyer('buy.reserving', hung(ship), openBuying(goods.listed), click(reserve)),
  buyer(
    'buy.reserving-long',
    ...[hung(ship), clock, openBuying(goods.listed), click(reserve)],
    ...[first(inDialog(the.css('[aria-busy=true]'))), later(7_000), inDialog(the.text('slow.action'))],
  ),
  buyer(
    'buy.recipient',
    changed(identityHttp.myProfile, ({ wallets, ...profile }) => ({
      ...profile,
      wallets: [...wallets, { address: `0x${'ab'.repeat(20)}`, provider: 'web3' as const }],
    })),
    openBuying(goods.listed),
    recipient,
  ),
  buyer(
    'buy.other-wallet',
    openBuying(goods.listed),
    (stage) => recipient(stage).selectOption(stage.words.of('buy.otherWallet')),
    ...[click(reserve), inDialog(the.text('buy.recipientMissing'))],
    ...[fill(inDialog(the.label('buy.address')), '0x123'), inDialog(the.text('buy.recipientInvalid'))],
  ),
  buyer(
    'buy.refused',
    ...[refused(ship, 409, 'order_busy'), openBuying(goods.listed), clickAnswered(reserve, 409), reserve],
  ),
  buyer('buy.pay', haveBalance(10_000), reserveWanted, byCard),
  buyer(
    'buy.by-points',
    ...[haveBalance(10_000_000), reserveWanted, inDialog(the.button('pay.points'))],
    gone(the.list('pay.cards')),
  ),
  buyer(
    'buy.pay-refused',
    ...[refused(topupAndPay, 502, 'failed_to_pay'), reserveWanted, click(byCard), inDialog(the.alert())],
  ),
  buyer('buy.no-balance', haveBalance(0), reserveWanted, inDialog(the.button(/350/))),

  buyer('report.open', openReport),
  buyer('report.sent', reported, openReport, sendReport, message('report.done')),
  buyer(
    'report.refused',
    refused(flaggingHttp.requestFlagging, 429, 'too_many_flags'),
    ...[openReport, sendReport, within(report, the.alert())],
  ),
  buyer(
    'asset.assessment',
    changed(orderBookHttp.listOrders, (answer) => ({
      ...answer,
      list: answer.list.map((order) => ({
        ...order,
        actions: order.actions.map((action) => ({
          ...action,
          enabled: false,
          reasons: ['assessment' as const],
        })),
      })),
    })),
    ...[at(goods.listed), the.text('panel.assessment'), the.button('panel.buy', exact)],
  ),
  buyer('quiz.open', openQuiz),
  buyer('quiz.question', openQuestion),
  buyer('quiz.wrong', answerIt(false), within(quiz, the.text('quiz.wrong'))),
  buyer('quiz.passed', answerIt(true), within(quiz, the.text('quiz.passed'))),
]
