import { type PersonKey, personOf } from '@talad/demo/people'
import { peopleHttp } from '@talad/proto/http/identity/people'
import { hang, refuse } from '../answers.ts'
import type { Scene } from '../scene.ts'

const pathOf = (key: PersonKey) => `/people/${encodeURIComponent(personOf(key).shownAs ?? '')}`

/** Somebody's public page. */
export const personScenes: readonly Scene[] = [
  {
    name: 'person.holds',
    async reach({ page, go }) {
      await go(pathOf('seller'))
      await page.getByRole('tabpanel').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'person.own',
    as: 'seller',
    async reach({ page, go }) {
      await go(pathOf('seller'))
      await page.getByText('฿').first().waitFor()
    },
  },
  {
    name: 'person.offered',
    async reach({ page, words, run, go }) {
      const address = run.accounts.find(({ key }) => key === 'collector')?.address
      await go(`/people/${address}?tab=offered`)
      await page.getByRole('tabpanel').getByText(words.of('wallet.noneOffered')).waitFor()
    },
  },
  {
    name: 'person.loading',
    async reach({ page, go }) {
      await hang(page, peopleHttp.getPerson)
      await go(pathOf('seller'))
      await page.locator('[aria-busy=true]').first().waitFor()
    },
  },
  {
    name: 'person.failed',
    async reach({ page, words, go }) {
      await refuse(page, peopleHttp.getPerson, 500, 'internal')
      await go(pathOf('seller'))
      await page
        .getByRole('main')
        .getByRole('button', { name: words.of('common.retry') })
        .waitFor()
    },
  },
  {
    name: 'person.unknown',
    async reach({ page, go }) {
      await go('/people/nobody-is-called-so')
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
]
