import { visit } from '@talad/dev/seed/site'
import { listDisplayNames } from '@talad/proto/http/identity/display-names'
import { setProfilePicture, unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChain } from '../src/chain.ts'
import { onceHeard } from '../src/people.ts'
import { assetOf, beShownBy, placeOf, shownAs } from '../src/pictures.ts'
import { openStall, type Stall } from '../src/stall.ts'
import { type System, startSystem } from '../src/system.ts'

let system: System
let stall: Stall
beforeAll(async () => {
  system = await startSystem({ kind: 'embedded' })
  stall = await openStall(system.run)
})
afterAll(() => system?.stop())

test('ID-39 somebody is shown by what they hold, everywhere, until they take it back or it leaves their wallet', async () => {
  const { run, seller, rival, offer } = stall
  const order = await offer(30_101n)
  const asset = await until('there is a picture of it', async () => {
    const found = await assetOf(seller, order)
    return found.image.r360 === null ? undefined : found
  })
  const visitor = visit(run)
  const face = async () => {
    const { pictures } = await visitor(listDisplayNames, { query: { wl: seller.address } })
    return pictures[0]?.picture ?? null
  }
  await expect(rival.call(setProfilePicture, { body: { asset_id: asset._id } })).rejects.toMatchObject({
    code: 'not_your_asset',
  })
  expect(await beShownBy(seller, asset._id)).toBe(asset.image.r360)
  expect(await shownAs(seller)).toBe(asset.image.r360)
  await until('others see it', async () => (await face()) === asset.image.r360)
  expect(await seller.call(unsetProfilePicture, {})).toEqual({ profilePictureUrl: null, replaced: asset._id })
  expect(await shownAs(seller)).toBeNull()

  await beShownBy(seller, asset._id)
  const { ad: contract, ti: tokenId } = placeOf(order)
  const chain = openChain(run)
  await chain.handOn(contract, tokenId, rival.address)
  chain.close()
  await until('the picture has gone with it', async () => (await shownAs(seller)) === null)
  await until('others see that', async () => (await face()) === null)
  await onceHeard(['not_your_asset'], () => rival.call(setProfilePicture, { body: { asset_id: asset._id } }))
  expect(await shownAs(rival)).toBe(asset.image.r360)
})
