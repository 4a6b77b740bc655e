import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { answer, hang, refuse } from '../answers.ts'
import type { Scene } from '../scene.ts'
import { goods } from '../shop.ts'

const nobody = `0x${'ab'.repeat(20)}`

/** The account, wallets, and the ways in. */
export const accountScenes: readonly Scene[] = [
  {
    name: 'account.signed-out',
    async reach({ page, words, go }) {
      await go('/account')
      await page.getByText(words.of('account.signInFirst')).waitFor()
    },
  },
  {
    name: 'account.items',
    as: 'seller',
    async reach({ page, words, go }) {
      await go('/account')
      await page
        .getByRole('link', { name: words.of('items.sell') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'account.listings',
    as: 'seller',
    async reach({ page, words, go }) {
      await go('/account?tab=listings')
      await page
        .getByRole('link', { name: words.of('listings.reprice') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'account.purchases',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?tab=purchases')
      await page
        .getByRole('button', { name: words.of('journey.title') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'account.sales',
    as: 'seller',
    async reach({ page, words, go }) {
      await go('/account?tab=sales')
      await page
        .getByRole('button', { name: words.of('journey.title') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'account.points',
    as: 'buyer',
    async reach({ page, words, go }) {
      await go('/account?tab=money')
      await page.getByRole('cell').getByText(words.of('credit.topup')).first().waitFor()
      await page.getByRole('cell').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'account.earned',
    as: 'seller',
    async reach({ page, words, go }) {
      await go('/account?tab=money')
      await page.getByRole('button', { name: words.of('balance.earned') }).click()
      await page.getByRole('cell').getByText(words.of('credit.sale')).first().waitFor()
    },
  },
  {
    name: 'account.cards',
    as: 'buyer',
    async reach({ page, go }) {
      await go('/account?tab=money&view=cards')
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'account.unpaid',
    as: 'collector',
    async reach({ page, words, shop, go, after }) {
      const shipping = await shop.reserve('collector', goods.reserved)
      after(() => shop.cancel('collector', shipping))
      await go('/account')
      await page.getByText(words.of('unpaid.title')).waitFor()
    },
  },
  {
    name: 'account.empty',
    as: 'newcomer',
    async reach({ page, words, go }) {
      await answer(page, assetIndexerHttp.listAssets, { list: [], size: 24, index: 0, total: 0, pages: 0 })
      await go('/account')
      await page.getByText(words.of('items.none')).waitFor()
      await page.getByText(words.of('kyc.title')).waitFor()
    },
  },
  {
    name: 'account.empty-listings',
    as: 'newcomer',
    async reach({ page, words, go }) {
      await go('/account?tab=listings')
      await page.getByText(words.of('listings.none')).waitFor()
    },
  },
  {
    name: 'account.empty-money',
    as: 'newcomer',
    async reach({ page, words, go }) {
      await go('/account?tab=money')
      await page.getByText(words.of('credit.nonePoints')).waitFor()
    },
  },
  {
    name: 'account.no-customer',
    as: 'stranger',
    async reach({ page, words, go }) {
      await go('/account')
      await page.getByText(words.of('account.noCustomer')).waitFor()
    },
  },
  {
    name: 'account.loading',
    as: 'buyer',
    async reach({ page, go }) {
      await hang(page, identityHttp.myProfile)
      await go('/account')
      await page.getByRole('banner').waitFor()
    },
  },
  {
    name: 'account.failed',
    as: 'buyer',
    async reach({ page, words, go }) {
      await refuse(page, ledgerHttp.creditBalances, 500, 'internal')
      await refuse(page, ledgerHttp.creditHistory, 500, 'internal')
      await go('/account?tab=money')
      await page
        .getByRole('button', { name: words.of('common.retry') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'wallet.full',
    async reach({ page, words, run, go }) {
      await go(`/${run.accounts.find(({ key }) => key === 'collector')?.address}`)
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'wallet.own',
    as: 'seller',
    async reach({ page, words, run, go }) {
      await go(`/${run.accounts.find(({ key }) => key === 'seller')?.address}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByText(words.like('common.pieces')).first().waitFor()
    },
  },
  {
    name: 'wallet.empty',
    async reach({ page, words, go }) {
      await go(`/${nobody}`)
      await page.getByText(words.of('wallet.empty')).waitFor()
    },
  },
]
