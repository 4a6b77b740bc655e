import { type PersonKey, personOf } from '@talad/demo/people'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { setProfilePicture, unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { onceHeard } from '../people.ts'
import type { Scene, Stage } from '../scene.ts'
import { goods } from '../shop.ts'
import { messageStays } from '../toast.ts'

/** Takes the picture of somebody back once the scene has been looked at. */
function takenBack({ shop, after }: Stage, who: PersonKey): void {
  after(async () => {
    await (await shop.person(who)).call(unsetProfilePicture, {})
  })
}

/** Shows somebody by what they hold. */
async function beShown(stage: Stage, who: PersonKey): Promise<void> {
  const { call, address } = await stage.shop.person(who)
  const [own] = (await call(listAssets, { query: { wl: address, co: 'mine', ps: 1 } })).list
  if (!own) throw new Error(`${who} holds nothing`)
  await onceHeard(['not_your_asset'], () => call(setProfilePicture, { body: { asset_id: own._id } }))
  takenBack(stage, who)
}

/** People who are shown by something of their own (ID-39). */
export const pictureScenes: readonly Scene[] = [
  {
    name: 'picture.set',
    as: 'seller',
    async reach(stage) {
      const { page, words, shop, go } = stage
      await go(shop.pathOf(goods.kept))
      await page.getByRole('button', { name: words.of('picture.use') }).click()
      takenBack(stage, 'seller')
      await page.getByRole('button', { name: words.of('picture.remove') }).waitFor()
      await page.getByRole('banner').locator('img').waitFor()
      await messageStays(page, words.of('picture.set'))
    },
  },
  {
    name: 'picture.account',
    as: 'collector',
    async reach(stage) {
      const { page, words, go } = stage
      await beShown(stage, 'collector')
      await go('/account')
      await page.getByRole('button', { name: words.of('picture.remove') }).waitFor()
      await page.getByRole('banner').locator('img').waitFor()
    },
  },
  {
    name: 'picture.person',
    async reach(stage) {
      await beShown(stage, 'artist')
      await stage.go(`/people/${encodeURIComponent(personOf('artist').shownAs ?? '')}`)
      await stage.page.getByRole('main').locator('img.rounded-full').first().waitFor()
      await stage.page.getByRole('tabpanel').getByRole('link').first().waitFor()
    },
  },
]
