import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { answer, refuse } from '../answers.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'

const feesOf = ({ go, shop }: Stage) => go(`/fees?of=${shop.collectionPath('betta').split('/').at(-1)}`)

function declarationsOf({ go, shop }: Stage) {
  const [, , bc, ca, ti] = shop.pathOf(goods.onSale).split('/')
  return go(`/declarations?bc=${bc}&ca=${ca}&ti=${ti}`)
}

type Both = { th: string; en: string }
const both = (th: string, en: string): Both => ({ th, en })
const declared = (...declarations: { key: string; title: Both; body: Both; url: string | null }[]) => ({
  nft_range: {
    blockchain: 'jfin',
    contract_address: `0x${'ab'.repeat(20)}`,
    token_from: null,
    token_to: null,
    abstract: null,
  },
  declarations,
})

/** Fees, and what is declared of a token. */
export const feeScenes: readonly Scene[] = [
  {
    name: 'fees.sale',
    async reach(stage) {
      await feesOf(stage)
      await stage.page.getByText(stage.words.of('fees.seller'), { exact: true }).waitFor()
    },
  },
  {
    name: 'fees.failed',
    async reach(stage) {
      await refuse(stage.page, entrypointHttp.collectionFee, 500, 'internal')
      await feesOf(stage)
      await stage.page.getByRole('button', { name: stage.words.of('common.retry') }).waitFor()
    },
  },
  {
    name: 'declarations.said',
    async reach(stage) {
      await answer(stage.page, declarationsHttp.declarations, {
        issuer: declared(
          {
            key: 'redeem',
            title: both('แลกรับของจริง', 'Redeem the real thing'),
            body: both(
              'ผู้ถือแลกรับภาพพิมพ์ขนาด A3 ได้หนึ่งครั้ง ภายใน 31 ธันวาคม 2570\nจัดส่งในประเทศไทยเท่านั้น',
              'Holders may redeem one A3 print until 31 December 2027.\nSent within Thailand only.',
            ),
            url: 'https://artist.example/redeem',
          },
          {
            key: 'rights',
            title: both('สิทธิ์ในภาพ', 'Rights in the picture'),
            body: both('ใช้ส่วนตัวได้ ห้ามใช้เพื่อการค้า', 'For personal use, not for trade.'),
            url: null,
          },
        ),
        seller: null,
      })
      await declarationsOf(stage)
      await stage.page.getByText(stage.words.of('declared.more')).waitFor()
    },
  },
  {
    name: 'declarations.nothing',
    async reach(stage) {
      await declarationsOf(stage)
      await stage.page.getByText(stage.words.of('declared.noSeller')).waitFor()
    },
  },
  {
    name: 'declarations.no-token',
    async reach({ go, page, words }) {
      await go('/declarations')
      await page.getByText(words.of('declared.which')).waitFor()
    },
  },
]
