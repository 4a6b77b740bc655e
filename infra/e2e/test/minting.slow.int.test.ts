import { fair } from '@talad/demo/fair'
import { signIn } from '@talad/dev/seed/site'
import { projectHttp } from '@talad/proto/http/campaign/projects'
import { walletAdminHttp, walletHttp } from '@talad/proto/http/campaign/wallet'
import { until } from '@talad/shared/testing/wait'
import { Contract, JsonRpcProvider } from 'ethers'
import { expect, test } from 'vitest'
import { untilAlive } from '../src/scene.ts'
import { wordsIn } from '../src/words.ts'
import { crowd, shop, system } from './demonstration.ts'

const words = wordsIn('th')
const [, tickets] = fair.collections
const [wheel] = tickets.items
const MINTED_WITHIN_MS = 120_000

/** How many of a token a wallet has on chain. */
async function balanceOf(contract: string, wallet: string, tokenId: string): Promise<bigint> {
  const { rpc, chainId } = system.run
  const provider = new JsonRpcProvider(rpc, chainId, { staticNetwork: true })
  try {
    const abi = ['function balanceOf(address, uint256) view returns (uint256)']
    return await new Contract(contract, abi, provider).getFunction('balanceOf')(wallet, tokenId)
  } finally {
    provider.destroy()
  }
}

test('CA-50 of what the fair gave, something is virtual, something is minted, and what was given to a phone waits for a wallet', async () => {
  const { call } = await signIn(system.run, 'demo-prapha')
  const project = await call(projectHttp.openProject, { query: { id_or_slug: fair.slug } })
  const query = { projectId: project._id, size: 100 }
  const of = async (wanted: string) =>
    (await call(walletAdminHttp.listHoldings, { query })).assets.list.filter(({ state }) => state === wanted)
  const waiting = await until('something waits', async () => {
    const found = await of('waiting')
    return found.length > 0 && found
  })
  expect(waiting).toMatchObject([{ origin: 'campaign', nft: null }])
  expect(await of('virtual')).not.toEqual([])
  await until('something is minted', async () => (await of('minted')).length > 0)
})

test('CA-28 CA-51 from the project to the item, minted to the own wallet, with a reload in between', async () => {
  const page = await (await crowd.profileOf('buyer')).newPage()
  await page.goto(`${system.run.gateway}/projects/${fair.slug}`)
  await untilAlive(page)
  await page.getByRole('link', { name: new RegExp(tickets.name.th) }).click()
  await page.getByRole('link', { name: new RegExp(wheel.name.th) }).click()
  await page.waitForURL(`**/projects/${fair.slug}/items/${wheel.slug}`)
  await page.getByRole('button', { name: words.of('mint.open') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.of('mint.confirm') })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // the browser keeps nothing of it: how far it is, the server says
  await page.reload()
  await untilAlive(page)
  const own = page.getByRole('list', { name: words.of('mint.own') })
  await own.waitFor()
  expect(await own.getByRole('button', { name: words.of('mint.open') }).count()).toBe(0)
  await page.goto(`${system.run.gateway}/account/wallet`)
  const row = page.getByRole('listitem').filter({ hasText: wheel.name.th })
  await row.getByText(words.of('mint.isMinted')).waitFor({ timeout: MINTED_WITHIN_MS })
  await page.close()

  const buyer = await shop.person('buyer')
  const { list } = await buyer.call(walletHttp.myAssets, { query: { pageSize: 100 } })
  const minted = list.find(({ state, nft }) => state === 'minted' && nft?.contract_class === 'erc1155')
  const { contract_address: contract, receiver_address: receiver } = minted?.nft ?? {}
  expect(receiver).toBe(buyer.address)
  const held = await until('the chain has it', async () => {
    const balance = await balanceOf(contract ?? '', buyer.address, minted?.tokenId ?? '')
    return balance > 0n ? balance : undefined
  })
  expect(held).toBe(1n)
}, 300_000)
