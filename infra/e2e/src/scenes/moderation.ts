import { type AssessmentSession, assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import type { Locator } from 'playwright-core'
import { answer, change, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'
import { messageStays } from '../toast.ts'

const ID = '5e'.repeat(12)

async function openReport({ page, words, shop, go }: Stage): Promise<Locator> {
  await go(shop.pathOf(goods.listed))
  await page.getByRole('button', { name: words.of('report.action') }).click()
  const dialog = page.getByRole('dialog', { name: words.like('report.title') })
  await dialog.getByText(words.of('report.spam'), { exact: true }).click()
  return dialog
}

const send = (dialog: Locator, { words }: Stage) =>
  dialog.getByRole('button', { name: words.of('report.submit') }).click()

function texts({ words }: Stage): Pick<AssessmentSession, 'education' | 'questions'> {
  const isThai = words.language === 'th'
  const title = isThai ? 'ใครดูแลกุญแจของคุณ' : 'Who holds your key'
  const body = isThai
    ? 'กระเป๋าของคุณมีกุญแจลับ ใครรู้กุญแจนี้ก็ย้ายของออกไปได้\n\nเราไม่มีวันขอกุญแจจากคุณ'
    : 'A wallet has a secret key. Who knows it can take what is in the wallet.\n\nWe never ask you for it.'
  const question = isThai ? 'ควรให้กุญแจลับกับใคร' : 'Whom do you give your secret key?'
  const choices = isThai ? ['ไม่ให้ใครเลย', 'เจ้าหน้าที่', 'ผู้ขาย'] : ['Nobody', 'The staff', 'The seller']
  return { education: [{ title, body, image: null }], questions: [{ variation_index: 0, question, choices }] }
}

/** A first purchase, for which something has to be learned before. */
async function openQuiz(stage: Stage): Promise<Locator> {
  const { page, words, shop, go } = stage
  const details = { content_key: 'new_buyer' }
  await refuse(page, shippingPaymentHttp.ship, 403, 'assessment_required', { details })
  await answer(page, assessmentHttp.assessmentSession, {
    content_id: ID,
    content_key: 'new_buyer',
    questions_version: 1,
    language: words.language,
    ...texts(stage),
  })
  await go(shop.pathOf(goods.listed))
  await page.getByRole('button', { name: words.of('panel.buy') }).click()
  await page.getByRole('button', { name: words.of('buy.reserve') }).click()
  const dialog = page.getByRole('dialog', { name: words.of('quiz.newBuyer') })
  await dialog.getByRole('button', { name: words.of('quiz.start') }).waitFor()
  return dialog
}

async function openQuestion(stage: Stage): Promise<Locator> {
  const dialog = await openQuiz(stage)
  await dialog.getByRole('button', { name: stage.words.of('quiz.start') }).click()
  await dialog.getByRole('radio').first().check()
  return dialog
}

async function answerIt(stage: Stage, passed: boolean): Promise<Locator> {
  const grading = passed ? { score: 1, total: 1, percentage: 100 } : { score: 0, total: 1, percentage: 0 }
  await answer(stage.page, assessmentHttp.submitAssessment, { submission_id: ID, passed, grading })
  const dialog = await openQuestion(stage)
  await dialog.getByRole('button', { name: stage.words.of('quiz.submit') }).click()
  return dialog
}

/** What is told to the moderators, and what is asked before a first purchase. */
export const moderationScenes: readonly Scene[] = [
  {
    name: 'report.open',
    as: 'buyer',
    async reach(stage) {
      await openReport(stage)
    },
  },
  {
    name: 'report.sent',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      const now = new Date().toISOString()
      await answer(page, flaggingHttp.requestFlagging, {
        flagging: {
          _id: ID,
          asset_id: ID,
          blockchain: 'ethereum',
          contract_address: `0x${'5e'.repeat(20)}`,
          token_id: '1',
          asset_name: 'Betta #1',
          resolution: 'flagged',
          flag_user_notes: '',
          flag_classification: 'spam',
          created: now,
          updated: now,
        },
      })
      await send(await openReport(stage), stage)
      await messageStays(page, words.of('report.done'))
    },
  },
  {
    name: 'report.refused',
    as: 'buyer',
    async reach(stage) {
      await refuse(stage.page, flaggingHttp.requestFlagging, 429, 'too_many_flags')
      const dialog = await openReport(stage)
      await send(dialog, stage)
      await dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'asset.assessment',
    as: 'buyer',
    async reach({ page, words, shop, go }) {
      await change(page, orderBookHttp.listOrders, (answer) => ({
        ...answer,
        list: answer.list.map((order) => ({
          ...order,
          actions: order.actions.map((action) => ({
            ...action,
            enabled: false,
            reasons: ['assessment' as const],
          })),
        })),
      }))
      await go(shop.pathOf(goods.listed))
      await page.getByText(words.of('panel.assessment')).waitFor()
      await page.getByRole('button', { name: words.of('panel.buy'), exact: true }).waitFor()
    },
  },
  {
    name: 'quiz.open',
    as: 'buyer',
    async reach(stage) {
      await openQuiz(stage)
    },
  },
  {
    name: 'quiz.question',
    as: 'buyer',
    async reach(stage) {
      await openQuestion(stage)
    },
  },
  {
    name: 'quiz.wrong',
    as: 'buyer',
    async reach(stage) {
      const dialog = await answerIt(stage, false)
      await dialog.getByText(stage.words.like('quiz.wrong')).waitFor()
    },
  },
  {
    name: 'quiz.passed',
    as: 'buyer',
    async reach(stage) {
      const dialog = await answerIt(stage, true)
      await dialog.getByText(stage.words.of('quiz.passed')).waitFor()
    },
  },
]
