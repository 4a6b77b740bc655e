import { createClient } from '@talad/proto/http/client'
import { cookieHeader, withCookies } from '@talad/proto/http/cookies'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { mergesHttp as http } from '@talad/proto/http/identity/merges'
import { supportHttp } from '@talad/proto/http/identity/support'
import { Wallet } from 'ethers'
import { accountIdOf } from './people.ts'
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

async function begun(world: World) {
  const { mine, proof, headers } = await twofold(world)
  const { mergeId } = await mine.call(http.beginMerge, { body: { proof } }, { headers })
  return { by: { token: mine.token }, mergeId, call: mine.call, headers }
}

/** Two accounts for support. */
async function two(world: World) {
  const [one, other] = [await visitor(world), await visitor(world)]
  return { one: accountIdOf({ token: one.token }), other: accountIdOf({ token: other.token }) }
}

/** Two accounts of a person become one, by the person or by support. */
export const mergeRows: readonly Row[] = [
  row(http.beginMerge, async (world) => {
    const { mine, proof } = await twofold(world)
    return { by: { token: mine.token }, headers: mine.cookies(), body: { proof } }
  }),
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
]
