import { control } from '@talad/dev/seed/site'
import { createClient } from '@talad/proto/http/client'
import { cookieHeader, withCookies } from '@talad/proto/http/cookies'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { linksHttp } from '@talad/proto/http/identity/links'
import { mergesHttp as http } from '@talad/proto/http/identity/merges'
import { supportHttp } from '@talad/proto/http/identity/support'
import { walletLinksHttp } from '@talad/proto/http/identity/wallet-links'
import { lineBegin } from '@talad/proto/http/identity/ways'
import { Wallet } from 'ethers'
import { z } from 'zod'
import { accountIdOf, register } from './people.ts'
import { eventsOf, type Row, row } from './row.ts'
import { note, type World } from './world.ts'

/** Who has come with nothing but a wallet, in a browser of their own. */
async function visitor({ run }: World) {
  const cookies = new Map<string, string>()
  const call = createClient({ baseUrl: run.gateway, fetch: withCookies(fetch, cookies) })
  const wallet = Wallet.createRandom()
  const prove = async (by: Wallet | ReturnType<typeof Wallet.createRandom>) => {
    const { message } = await call(identityHttp.web3Nonce, { query: { from: by.address } })
    return { from: by.address, signature: await by.signMessage(message) }
  }
  const { tokenPair } = await call(identityHttp.web3Authorize, { body: await prove(wallet) })
  const token = tokenPair.accessToken
  return { wallet, token, prove, call, cookies: () => ({ cookie: cookieHeader(cookies) }) }
}

/** Somebody who can prove that another account is theirs as well. */
async function twofold(world: World) {
  const [mine, other] = [await visitor(world), await visitor(world)]
  const proof = { provider: 'web3' as const, ...(await mine.prove(other.wallet)) }
  return { mine, other, proof, headers: { ...mine.cookies(), authorization: `Bearer ${mine.token}` } }
}

/** Who has come by a wallet, and whom Join and LINE know: no account here is of that user. */
async function unlinked(world: World) {
  const { call, token, cookies } = await visitor(world)
  const userId = `unlinked-${world.next()}`
  await register(world.run, [userId], 'SILVER')
  const headers = () => ({ ...cookies(), authorization: `Bearer ${token}` })
  const asked = { redirectUrl: `${world.run.gateway}/`, purpose: 'link' as const }
  return { call, by: { token }, userId, cookies, headers, asked }
}

/** What LINE proved for a link; nobody has used it. */
async function provedByLine(world: World) {
  const { call, by, userId, cookies, headers, asked } = await unlinked(world)
  const { url } = await call(lineBegin, { body: asked }, { headers: headers() })
  const decided = await control(world.run, 'POST', 'line/decide', { url, decision: 'approve', userId })
  const { location } = z.object({ location: z.url() }).parse(decided)
  const back = await fetch(location, { headers: cookies(), redirect: 'manual' })
  const { hash } = new URL(back.headers.get('location') ?? '')
  return { by, headers: cookies(), proof: new URLSearchParams(hash.slice(1)).get('proof') ?? '' }
}

/** A link that was approved in the Join app. */
async function approvedByJoin(world: World) {
  const { call, by, userId, cookies, headers, asked } = await unlinked(world)
  const { sessionId } = await call(identityHttp.requestWebview, { body: asked }, { headers: headers() })
  await control(world.run, 'POST', `join/sessions/${sessionId}`, { decision: 'approve', userId })
  return { by, headers: cookies(), body: { sessionId } }
}

/** @param keepsOne the other account has another way in */
async function begun(world: World, keepsOne = false) {
  const { mine, other, proof, headers } = await twofold(world)
  if (keepsOne) {
    const body = await other.prove(Wallet.createRandom())
    const authorization = `Bearer ${other.token}`
    await other.call(
      walletLinksHttp.web3Integrate,
      { body },
      { headers: { ...other.cookies(), authorization } },
    )
  }
  const { mergeId } = await mine.call(http.beginMerge, { body: { proof } }, { headers })
  return { by: { token: mine.token }, mergeId, call: mine.call, headers, other }
}

/** Two accounts for support. */
async function two(world: World) {
  const [one, other] = [await visitor(world), await visitor(world)]
  return { one: accountIdOf({ token: one.token }), other: accountIdOf({ token: other.token }) }
}

const linkRows: readonly Row[] = [
  row(
    linksHttp.linkIdentity,
    async (world) => {
      const { by, headers, proof } = await provedByLine(world)
      return { by, headers, body: { proof } }
    },
    { owns: 'invalid_proof' },
  ),
  row(linksHttp.joinIntegrate, approvedByJoin, { owns: 'invalid_join_session' }),
  row(linksHttp.cancelLinks, async (world) => {
    const { by, headers } = await provedByLine(world)
    return { by, headers }
  }),
]

/** A way in is linked, and two accounts of a person become one, by the person or by support. */
export const mergeRows: readonly Row[] = [
  ...linkRows,
  row(
    http.beginMerge,
    async (world) => {
      const { mine, proof } = await twofold(world)
      return { by: { token: mine.token }, headers: mine.cookies(), body: { proof } }
    },
    { owns: null }, // whoever can prove the other account names it
  ),
  row(
    http.mergePreview,
    async (world) => {
      const { by, mergeId } = await begun(world)
      return { by, body: { mergeId } }
    },
    { owns: 'merge_expired' },
  ),
  row(
    http.confirmMerge,
    async (world) => {
      const { by, mergeId, call, headers } = await begun(world)
      const { preview } = await call(http.mergePreview, { body: { mergeId } }, { headers })
      return { by, body: { mergeId, preview } }
    },
    { owns: 'merge_expired' },
  ),
  row(
    http.migrateIdentity,
    async (world) => {
      const { by, mergeId, other } = await begun(world, true)
      await world.force(
        'identity',
        `update identity_link set created_at = now() - interval '2 days' where account_id = $1`,
        [accountIdOf({ token: other.token })],
      )
      return { by, body: { mergeId } }
    },
    { owns: 'merge_expired' },
  ),
  row(supportHttp.findAccounts, async (world) => ({ query: { id: (await world.buyer()).customerId } })),
  row(supportHttp.adminMergeAccounts, async (world) => {
    const { one, other } = await two(world)
    const body = { other_account_id: other, note }
    return { params: { account_id: one }, body, effect: eventsOf(`account-${one}`, 'AccountAbsorbed') }
  }),
  row(supportHttp.adminSplitAccount, async (world) => {
    const { one, other } = await two(world)
    const { call } = await world.chief()
    const about = { params: { account_id: one }, body: { other_account_id: other, note } }
    await call(supportHttp.adminMergeAccounts, about)
    const { list } = await call(supportHttp.findAccounts, { query: { id: one } })
    const body = { merge_id: list[0]?.merges[0]?.merge_id ?? '', note }
    return { params: { account_id: one }, body, effect: eventsOf(`account-${one}`, 'AccountSplit') }
  }),
  row(supportHttp.adminUnlinkIdentity, async (world) => {
    const { one, other } = await two(world)
    const { call } = await world.chief()
    const about = { params: { account_id: one }, body: { other_account_id: other, note } }
    await call(supportHttp.adminMergeAccounts, about)
    const { list } = await call(supportHttp.findAccounts, { query: { id: one } })
    const body = { identity_id: list[0]?.identities.at(-1)?._id ?? '', note }
    return { params: { account_id: one }, body, effect: eventsOf(`account-${one}`, 'IdentityUnlinked') }
  }),
  row(supportHttp.adminWriteTo, async (world) => {
    const { one } = await two(world)
    const body = { text: 'We have found your parcel.', note }
    const sql = `select count(*) as n from notification where account_id = $1 and kind = 'support_wrote'`
    return { params: { account_id: one }, body, effect: { sql, values: [one] } }
  }),
]
