import { walletNftsHttp as http } from '@talad/proto/http/campaign/wallet-nfts'
import type { NewFault } from '@talad/sandbox/faults'
import { startSandbox } from '@talad/sandbox/server'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { accounts, start } from './harness.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const LINK = accounts.owner.replace(/^a/, 'b')
const nft = (tokenId: string, more: object = {}) => ({
  contract: { address: `0x${'C0'.repeat(20)}`, name: 'Lamps', symbol: 'L', isSpam: false },
  tokenId,
  tokenType: 'ERC1155',
  name: 'Lantern',
  description: 'By hand',
  tokenUri: 'ipfs://a',
  image: { cachedUrl: 'javascript:alert(1)', originalUrl: 'https://pictures.example/a.png' },
  raw: { metadata: { attributes: [{ trait_type: 'Paper', value: 7 }, null, { value: {} }] } },
  balance: '3',
  ...more,
})

async function open() {
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
  onTestFinished(() => sandbox.stop())
  const running = await start({
    NFT_SOURCES: JSON.stringify(
      ['ethereum', 'base'].map((blockchain) => ({ blockchain, url: `${sandbox.url}/nfts/${blockchain}` })),
    ),
    BLACKLIST_URL: `${sandbox.url}/blacklist/config.json.gz`,
  })
  const { linksOf } = running.identity
  // whose wallet it is says identity
  Object.assign(running.identity, {
    linksOf: async (ids: readonly string[]) =>
      (await linksOf(ids)).map((link) => ({
        ...link,
        identity_provider_profile: { ...link.identity_provider_profile, walletAddress: WALLET },
      })),
  })
  const send = async (method: string, path: string, body: object) =>
    fetch(sandbox.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const ask = (query: Record<string, string> = {}, as = accounts.owner) =>
    running.call('GET', `${http.walletNfts.path}?${new URLSearchParams({ idp_link_id: LINK, ...query })}`, {
      as,
    })
  const page = async (query: Record<string, string> = {}) => {
    const { status, body } = await ask(query)
    expect([status, body]).toEqual([200, expect.anything()])
    return http.walletNfts.response.parse(body)
  }
  const listed = until('the list of bad sites is read', async () => {
    const { rows } = await running.owner.query('select 1 from blacklist where read_at is not null')
    return rows.length > 0
  })
  await listed
  return {
    ...running,
    ask,
    page,
    fault: (fault: NewFault) => send('POST', '/control/faults', fault),
    control: (told: object) => send('PUT', '/nfts/control', told),
    publish: (told: object) => send('PUT', '/blacklist/control', told),
  }
}
const idsOf = ({ assets }: { assets: { token_id: string; blockchain: string }[] }) =>
  assets.map(({ blockchain, token_id }) => `${blockchain} ${token_id}`)

test('CA-81 a wallet is read chain by chain and page by page, until a page names none after it', async () => {
  const { control, page } = await open()
  await control({ owner: WALLET, nfts: Array.from({ length: 60 }, (_, n) => nft(String(n))), repeats: true })
  const seen: string[] = []
  let token: string | null = null
  let pages = 0
  do {
    const answer = await page(token === null ? {} : { next_page_token: token })
    expect(answer.owner).toBe(WALLET)
    seen.push(...idsOf(answer))
    token = answer.nextPageToken
    pages += 1
  } while (token !== null && pages < 9)
  expect([pages, seen.length, new Set(seen).size]).toEqual([4, 120, 120])
  expect(idsOf(await page({ blockchain: 'base,nowhere' }))[0]).toBe('base 0')
  expect(await page({ blockchain: 'nowhere' })).toMatchObject({ assets: [], nextPageToken: null })
})

test('CA-81 what a stranger says is taken as far as it is readable', async () => {
  const { control, page } = await open()
  const odd = [
    { tokenId: 'x' },
    nft('2', { name: 'a\0b', image: null, raw: null, tokenType: 'PUNK', balance: null }),
  ]
  await control({ owner: WALLET, nfts: [nft('1'), ...odd] })
  expect((await page({ blockchain: 'base' })).assets).toEqual([
    {
      blockchain: 'base',
      contract: { address: `0x${'c0'.repeat(20)}`, name: 'Lamps', symbol: 'L', type: 'erc1155' },
      token_id: '1',
      balance: '3',
      name: 'Lantern',
      description: 'By hand',
      image: 'https://pictures.example/a.png',
      token_uri: 'ipfs://a',
      traits: [{ type: 'Paper', value: '7' }],
      spam: false,
    },
    expect.objectContaining({ token_id: '2', name: 'a\uFFFDb', image: null, traits: [], balance: '1' }),
  ])
})

test('CA-81 AI-22 what names a bad site anywhere is spam and hidden unless it is asked for, by the last list that came whole', async () => {
  const { control, page, pass, publish, owner: db } = await open()
  const bad = 'https://www.claim-gift.example/x'
  const named = [
    { tokenUri: bad },
    { image: { originalUrl: bad } },
    { description: `go to ${bad}` },
    { name: 'claim-gift.example' },
    { raw: { metadata: { attributes: [{ trait_type: 'a', value: 'a.claim-gift.example' }] } } },
    { contract: { address: `0x${'c0'.repeat(20)}`, name: 'a', symbol: 'claim-gift.example', isSpam: false } },
    { contract: { address: `0x${'c0'.repeat(20)}`, name: 'a', symbol: 'a', isSpam: true } },
  ]
  const nfts = [
    nft('100', { description: 'notclaim-gift.example' }),
    ...named.map((more, n) => nft(String(n), more)),
  ]
  await control({ owner: WALLET, nfts })
  const shown = async (query = {}) => (await page({ blockchain: 'base', ...query })).assets
  expect((await shown()).map(({ token_id }) => token_id)).toEqual(['100'])
  const all = await shown({ spam: '1' })
  expect(all.map(({ spam }) => spam)).toEqual([false, ...named.map(() => true)])

  await publish({ blacklist: ['other.example'], cut: true })
  await pass(25 * 3_600_000)
  await until(
    'a broken list came',
    async () => (await db.query('select 1 from blacklist where fault is not null')).rows.length > 0,
  )
  expect(await shown()).toHaveLength(1)
  await publish({ cut: false })
  await until('the next list came whole', async () => {
    await pass(11 * 60_000)
    return (await db.query('select 1 from blacklist where fault is null')).rows.length > 0
  })
  expect(await shown()).toHaveLength(7)
})

test('CA-81 only who owns the link reads its wallet; identity or a source that is away is no empty wallet', async () => {
  const { ask, fault, people } = await open()
  expect(await ask({}, accounts.stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ask({ idp_link_id: 'f'.repeat(24) })).toMatchObject({ status: 404 })
  expect(await ask({ idp_link_id: '' })).toMatchObject({ status: 400 })
  for (const next_page_token of ['x', Buffer.from('["elsewhere",null]').toString('base64url')])
    expect(await ask({ next_page_token })).toMatchObject({ status: 400, body: { field: 'next_page_token' } })
  const away = { status: 503, body: { code: 'unavailable' } }
  await fault({ provider: 'nfts', call: 'owned', fault: 'error', status: 429 })
  expect(await ask()).toMatchObject(away)
  await fault({ provider: 'nfts', call: 'owned', fault: 'tamper', field: 'ownedNfts', value: 'none' })
  expect(await ask()).toMatchObject(away)
  people.isAway = true
  expect(await ask()).toMatchObject(away)
})

test('CA-81 CA-30 an answer is told for a minute at most, and not where a later block is asked for', async () => {
  const { ask, control, fault, page, pass } = await open()
  const chain = { blockchain: 'base' }
  await control({ owner: WALLET, nfts: [nft('1')], block: 10 })
  await fault({ provider: 'nfts', call: 'owned', fault: 'delay', ms: 50 }) // what is quick is asked each time
  expect(await page(chain)).toMatchObject({ assets: [{ token_id: '1' }], web3_blocks: { base: 10 } })
  await control({ owner: WALLET, nfts: [nft('2')], block: 20 })
  expect(idsOf(await page(chain))).toEqual(['base 1'])
  const after = (base: number) => ({ ...chain, web3_blocks: JSON.stringify({ base }) })
  expect(await page(after(20))).toMatchObject({ assets: [{ token_id: '2' }], web3_blocks: { base: 20 } })
  expect(await ask(after(21))).toMatchObject({ status: 503 })
  await pass(61_000)
  expect(idsOf(await page(chain))).toEqual(['base 2'])
  for (const web3_blocks of ['x', '[]', '{"base":-1}', '{"base":"1"}'])
    expect(await ask({ web3_blocks })).toMatchObject({
      status: 400,
      body: { field: expect.stringMatching(/^web3_blocks/) },
    })
})

test('CA-27 CA-81 of a wallet that a contract proved nothing is listed of other chains', async () => {
  const { control, page, owner } = await open()
  await control({ owner: WALLET, nfts: [nft('1')] })
  expect(idsOf(await page({ blockchain: 'base' }))).toEqual(['base 1'])
  await owner.query(
    `insert into account_replica (account_id, revision, wallets, proved_on) values ($1, 1, $2, $3)`,
    [accounts.owner, [WALLET], { [WALLET]: '3501' }],
  )
  expect(await page()).toMatchObject({ assets: [], nextPageToken: null })
})
