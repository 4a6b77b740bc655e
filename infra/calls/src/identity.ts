import { incrementCounterData } from '@talad/contracts/calldata'
import { control, type Person, visit } from '@talad/dev/seed/site'
import { createClient } from '@talad/proto/http/client'
import { cookieHeader, withCookies } from '@talad/proto/http/cookies'
import { identityHttp as http } from '@talad/proto/http/identity/accounts'
import { newestVersion } from '@talad/proto/http/identity/consents'
import { listDisplayNames } from '@talad/proto/http/identity/display-names'
import { namesHttp } from '@talad/proto/http/identity/names'
import { findPeople, getPerson } from '@talad/proto/http/identity/people'
import { findPersons } from '@talad/proto/http/identity/person-lookup'
import { unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { staffNames } from '@talad/proto/http/identity/staff-names'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { z } from 'zod'
import { internalRows } from './identity-internal.ts'
import { mergeRows } from './merges.ts'
import { signedListing, sold } from './purchases.ts'
import { type Counted, type Row, row } from './row.ts'
import { sessionRows } from './sessions.ts'
import { note, type World } from './world.ts'

const ELSEWHERE = `0x${'9'.repeat(40)}`

/** A browser, which sends back what is begun in it by its cookies. */
function browse({ run }: World) {
  const cookies = new Map<string, string>()
  const call = createClient({ baseUrl: run.gateway, fetch: withCookies(fetch, cookies) })
  return { call, headers: () => ({ cookie: cookieHeader(cookies) }) }
}

/** Somebody's new wallet signs what it was asked to. */
async function proved(world: World) {
  const { call, headers } = browse(world)
  const wallet = Wallet.createRandom()
  const { message } = await call(http.web3Nonce, { query: { from: wallet.address } })
  const body = { from: wallet.address, signature: await wallet.signMessage(message) }
  return { call, body, headers: headers() }
}

/** Who has come with nothing but a wallet. */
async function walletUser(world: World) {
  const { call, body } = await proved(world)
  const { tokenPair } = await call(http.web3Authorize, { body })
  const token = tokenPair.accessToken
  return { call: visit(world.run, () => token), token, refreshToken: tokenPair.refreshToken ?? '' }
}
const refreshable = async (world: World) => ({
  body: { refreshToken: (await walletUser(world)).refreshToken },
})

async function approvedSession(world: World) {
  const { run } = world
  const { call, headers } = browse(world)
  const { sessionId } = await call(http.requestWebview, { body: { redirectUrl: `${run.gateway}/` } })
  await control(run, 'POST', `join/sessions/${sessionId}`, { decision: 'approve', userId: 'demo-anan' })
  return { query: { sessionId }, headers: headers() }
}

/** What LIFF gives to a page. */
async function inLiff({ run }: World) {
  const channelId = '1650000002'
  const tokens = await control(run, 'POST', 'line/liff', { channelId, userId: 'demo-anan' })
  return { channelId, ...z.object({ accessToken: z.string(), idToken: z.string() }).parse(tokens) }
}

/** A browser that LINE has sent back. */
async function backFromLine(world: World) {
  const { run } = world
  const { call, headers } = browse(world)
  const { url } = await call(http.lineBegin, { body: { redirectUrl: `${run.gateway}/` } })
  const decision = { url, decision: 'approve', userId: 'demo-anan' }
  const { location } = z
    .object({ location: z.url() })
    .parse(await control(run, 'POST', 'line/decide', decision))
  const back = await fetch(location, { headers: headers(), redirect: 'manual' })
  const { hash } = new URL(back.headers.get('location') ?? '')
  return { body: { proof: new URLSearchParams(hash.slice(1)).get('proof') ?? '' }, headers: headers() }
}

/** What the phone shows; it does nothing before its owner approves. */
const requestsOf = (kind: string, { address }: Person): Counted => ({
  sql: 'select count(*) as n from signing_request where kind = $1 and wallet = $2',
  values: [kind, address],
})

async function transfers(world: World) {
  const { person: by, wish } = await signedListing(world)
  const item = { blockchain: world.run.blockchain, contractAddress: wish.contract, tokenId: wish.tokenId }
  const to = (address: string) => ({ from: by.address, transfers: [{ ...item, to: address }] })
  return { by, body: to(ELSEWHERE), other: { body: to(ELSEWHERE.replaceAll('9', '8')) } }
}

async function begun(world: World) {
  const { call, headers } = browse(world)
  const { sessionId } = await call(http.beginHandOver, { body: { redirectUrl: `${world.run.gateway}/` } })
  return { sessionId, headers: headers() }
}
async function agreed(world: World) {
  const { sessionId, headers } = await begun(world)
  const { redirectUrl } = await (await walletUser(world)).call(http.agreeToHandOver, { body: { sessionId } })
  return { body: { sessionId: new URL(redirectUrl).searchParams.get('sessionId') ?? '' }, headers }
}

const favourite = async (world: World) => ({
  params: { kind: 'asset' as const, id: (await world.asset()).id },
})

export const rows: readonly Row[] = [
  row(http.requestWebview, ({ run }) => ({ body: { redirectUrl: `${run.gateway}/` } })),
  row(http.verifySession, approvedSession),
  row(http.generateToken, approvedSession),
  row(http.web3Nonce, () => ({ query: { from: Wallet.createRandom().address } })),
  row(http.web3Authorize, async (world) => {
    const { body, headers } = await proved(world)
    return { body, headers }
  }),
  row(http.web3Integrate, async (world) => {
    const by = await walletUser(world)
    const { body, headers } = await proved(world)
    return { by, body, headers }
  }),
  row(http.waysIn, {}),
  row(http.lineBegin, ({ run }) => ({ body: { redirectUrl: `${run.gateway}/` } })),
  row(http.lineCallback, { query: { state: 'of nobody' } }),
  row(http.lineAuthorize, async (world) => {
    const { channelId: lineChannelId, accessToken: lineAt } = await inLiff(world)
    return { query: { lineChannelId }, body: { lineAt } }
  }),
  row(
    http.lineIntegrate,
    async (world) => {
      const { channelId: lineChannelId, idToken } = await inLiff(world)
      return { by: await walletUser(world), query: { lineChannelId }, body: { idToken } }
    },
    { owns: null }, // whoever has the token of LINE proves that user
  ),
  row(http.oauthAuthorize, ({ run }) => ({ query: { provider: 'club', redirectUrl: `${run.gateway}/` } })),
  row(http.oauthIntegrate, async (world) => ({
    by: await walletUser(world),
    query: { provider: 'club', redirectUrl: `${world.run.gateway}/` },
  })),
  row(http.oauthCallback, { params: { provider: 'club' }, query: { state: 'of nobody' } }),
  row(http.completeSignIn, backFromLine),
  row(http.findIdentityLinks, {}),
  row(
    http.unlinkIdentity,
    async (world) => {
      const by = await walletUser(world)
      const { body, headers } = await proved(world)
      await by.call(http.web3Integrate, { body }, { headers })
      const links = await by.call(http.findIdentityLinks, {})
      return { by, query: { id: (Array.isArray(links) ? links.at(-1)?._id : undefined) ?? '' } }
    },
    { owns: 'link_not_found' },
  ),
  row(http.halfRefresh, refreshable),
  row(http.fullRefresh, refreshable),
  row(http.logout, refreshable),
  ...sessionRows,
  ...mergeRows,
  row(http.devAuth, { query: { user: 'nok', level: '2' } }),
  // what it names is proved by having it
  row(http.customerProfile, async (world) => ({ by: await world.newcomer(), body: {} }), { owns: null }),
  row(http.myProfile, {}),
  row(http.setDisplayName, async (world) => ({
    by: await world.newcomer(),
    body: { display_name: `Kanda of Chiang Mai ${world.next()}` },
  })),
  row(http.myDisplayName, {}),
  row(listDisplayNames, async (world) => {
    const { call, address } = await world.buyer()
    await call(http.setDisplayName, { body: { display_name: 'Mali of Chiang Mai' } })
    const names = { query: { wl: address } }
    await until('the name is known', async () => (await call(listDisplayNames, names)).list.length > 0)
    return names
  }),
  row(findPeople, { query: { q: 'mali' } }),
  row(namesHttp.getAddressOfName, { params: { name: 'seller.talad' } }),
  row(namesHttp.getNameOfAddress, async (world) => ({
    params: { address: (await world.seller()).address },
  })),
  row(getPerson, async (world) => ({ params: { who: (await world.seller()).address } })),
  row(http.handOverFrom, {}),
  row(http.beginHandOver, ({ run }) => ({ body: { redirectUrl: `${run.gateway}/` } })),
  row(http.lookAtHandOver, async (world) => ({ query: { sessionId: (await begun(world)).sessionId } }), {
    owns: null,
  }),
  row(http.agreeToHandOver, async (world) => ({ body: { sessionId: (await begun(world)).sessionId } }), {
    owns: null,
  }),
  row(http.takeHandOver, agreed),
  row(http.listConsents, {}),
  row(
    http.giveConsent,
    { params: { text: 'terms' }, body: { version: newestVersion('terms') } },
    { owns: null },
  ),
  row(http.exportPersonalData, {}),
  row(http.erasePersonalData, async ({ run, next }) => {
    const made = await visit(run)(http.devAuth, { query: { user: `leaving-${next()}`, level: '2' } })
    return { by: { token: made.tokenPair.accessToken }, body: { confirm: 'erase' as const } }
  }),
  row(http.putFavourite, favourite, { owns: null }),
  row(http.mergeFavourites, async (world) => {
    const { id, collection } = await world.asset()
    return { body: { assets: [id], collections: [collection] } }
  }),
  row(http.listFavourites, {}),
  row(http.removeFavourite, favourite, { owns: null }),
  row(http.listNotifications, async (world) => ({ by: (await sold(world)).buyer, query: { lm: 1 } })),
  row(http.readNotifications, async (world) => {
    const { buyer: by } = await sold(world)
    const news = await until('the buyer was told', async () => {
      return (await by.call(http.listNotifications, { query: { lm: 1 } })).list[0]
    })
    return { by, body: { until: news._id } }
  }),
  row(unsetProfilePicture, {}),
  row(
    http.requestWebviewSignature,
    async (world) => {
      const { person: by, typedData } = await signedListing(world)
      const { message } = typedData
      const other = {
        body: { typedData: { ...typedData, message: { ...message, salt: `0x${'7'.repeat(64)}` } } },
      }
      return { by, body: { typedData }, other, effect: requestsOf('signature', by) }
    },
    { owns: 'invalid_join_signer' },
  ),
  row(http.approveTokens, async (world) => {
    const { thbk: contract, seaport: spender } = world.run.contracts
    const by = await world.newcomer()
    const body = { contract, spender, amount: '1000000' }
    const other = { body: { ...body, amount: '1000001' } }
    return { by, body, other, effect: requestsOf('approve-tokens', by) }
  }),
  row(http.approveNfts, async (world) => {
    const { collections, seaport: operator } = world.run.contracts
    const by = await world.newcomer()
    const body = { contract: collections[0]?.address ?? '', operator, approved: true }
    return { by, body, other: { body: { ...body, approved: false } }, effect: requestsOf('approve-nfts', by) }
  }),
  row(http.contractRequest, async (world) => {
    const by = await world.newcomer()
    const body = { to: world.run.contracts.seaport, data: incrementCounterData(), value: '0' }
    return { by, body, other: { body: { ...body, value: '1' } }, effect: requestsOf('contract', by) }
  }),
  row(
    http.transferNfts,
    async (world) => {
      const made = await transfers(world)
      return { ...made, effect: requestsOf('transfers', made.by) }
    },
    { owns: 'invalid_join_signer' },
  ),
  row(
    http.transactionDetails,
    async (world) => {
      const { by, body } = await transfers(world)
      return { by, query: { groupId: (await by.call(http.transferNfts, { body })).groupId } }
    },
    { owns: 'not_found' },
  ),
  row(
    http.signatureLoad,
    async (world) => {
      const by = await world.newcomer()
      const { collections, seaport: operator } = world.run.contracts
      const body = { contract: collections[0]?.address ?? '', operator, approved: true }
      return { by, query: { requestId: (await by.call(http.approveNfts, { body })).requestId } }
    },
    { owns: 'not_found' },
  ),
  row(http.jwks, {}),
  row(findPersons, async (world) => ({
    query: { id: (await world.buyer()).customerId, reveal: '1', note },
  })),
  row(staffNames, async (world) => ({ query: { ids: (await world.buyer()).customerId } })),
  ...internalRows,
]
