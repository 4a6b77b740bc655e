import { incrementCounterData } from '@talad/contracts/calldata'
import type { Run } from '@talad/dev/run-file'
import { control, type Person, signIn, visit } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { setProfilePicture, unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { until } from '@talad/shared/testing/wait'
import { Wallet } from 'ethers'
import { approveWithJoin, onceHeard, signWithJoin } from '../people.ts'
import type { Stall } from '../stall.ts'
import { draftOf } from './walk-trade.ts'

/** A sign-in with the Join app, step by step. */
export async function enterByJoin(run: Run): Promise<void> {
  const call = visit(run)
  const { sessionId } = await call(identityHttp.requestWebview, { body: { redirectUrl: `${run.gateway}/` } })
  const query = { sessionId }
  await control(run, 'POST', `join/sessions/${sessionId}`, { decision: 'approve', userId: 'demo-anan' })
  await until('the sign-in is approved', async () => {
    return (await call(identityHttp.verifySession, { query })).status === 'approved'
  })
  await call(identityHttp.generateToken, { query })
}

/** A sign-in with a wallet, a second wallet beside it, renewed tokens, everything forgotten, and the end of a session. */
export async function enterByWallet(run: Run): Promise<void> {
  let token: string | undefined
  const call = visit(run, () => token)
  const proofOf = async (wallet: { address: string; signMessage(text: string): Promise<string> }) => {
    const { message } = await call(identityHttp.web3Nonce, { query: { from: wallet.address } })
    return { from: wallet.address, signature: await wallet.signMessage(message) }
  }
  const entered = await call(identityHttp.web3Authorize, { body: await proofOf(Wallet.createRandom()) })
  token = entered.tokenPair.accessToken
  await call(identityHttp.web3Integrate, { body: await proofOf(Wallet.createRandom()) })
  const links = await call(identityHttp.findIdentityLinks, {})
  const second = Array.isArray(links) ? links.at(-1)?._id : undefined
  await call(identityHttp.unlinkIdentity, { query: { id: second ?? '' } })
  token = undefined
  const { refreshToken = '' } = entered.tokenPair
  await call(identityHttp.halfRefresh, { body: { refreshToken } })
  const renewed = await call(identityHttp.fullRefresh, { body: { refreshToken } })
  await call(identityHttp.logout, { body: { refreshToken: renewed.tokenPair.refreshToken ?? '' } })
  const made = await visit(run)(identityHttp.devAuth, { query: { user: 'nok', level: 2 } })
  const leaving = visit(run, () => made.tokenPair.accessToken)
  await leaving(identityHttp.erasePersonalData, { body: { confirm: 'erase' } })
}

/** Everything that the Join wallet can be asked for. */
export async function signThings(stall: Stall): Promise<void> {
  const { run, seller } = stall
  const { seaport, thbk } = run.contracts
  const data = incrementCounterData()
  await seller.call(identityHttp.contractRequest, { body: { to: seaport, data } })
  const body = { contract: thbk, spender: seaport, amount: '1000000' }
  await seller.call(identityHttp.approveTokens, { body })
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  await approveWithJoin(run, seller, collection?.address ?? '', true)
  const order = await draftOf(stall)
  await signWithJoin(run, seller)(order)
  const [fish] = order.offer
  const item = { contractAddress: fish?.token ?? '', tokenId: fish?.identifierOrCriteria ?? '' }
  const transfers = [{ blockchain: run.blockchain, ...item, to: stall.buyer.address }]
  const { groupId } = await seller.call(identityHttp.transferNfts, {
    body: { from: seller.address, transfers },
  })
  await seller.call(identityHttp.transactionDetails, { query: { groupId } })
}

/** Something of a person's, once there is a picture of it. */
async function picturedOf({ call, address }: Person): Promise<string> {
  const found = await until('there is a picture of it', async () => {
    const { list } = await call(listAssets, { query: { wl: address, co: 'mine', ps: 100 } })
    return list.find(({ image }) => image.r360 !== null)
  })
  return found._id
}

/** What a person has and says beside trading. */
export async function beSomebody({ buyer }: Stall): Promise<void> {
  const { call } = buyer
  const [asset] = (await call(listAssets, { query: { ps: 1 } })).list
  if (!asset) throw new Error('there is nothing')
  await call(identityHttp.customerProfile, { body: {} })
  await call(identityHttp.myProfile, {})
  await call(identityHttp.setDisplayName, { body: { display_name: 'Mali of Chiang Mai' } })
  await call(identityHttp.myDisplayName, {})
  const body = { asset_id: await picturedOf(buyer) }
  await onceHeard(['not_your_asset'], () => call(setProfilePicture, { body }))
  await until('the name is known to all', async () => {
    const { list } = await call(identityHttp.listDisplayNames, { query: { wl: buyer.address } })
    return list.length > 0
  })
  await call(unsetProfilePicture, {})
  const favourite = { kind: 'asset', id: asset._id } as const
  await call(identityHttp.putFavourite, { params: favourite })
  const collections = [asset.collection.id]
  await call(identityHttp.mergeFavourites, { body: { assets: [asset._id], collections } })
  await call(identityHttp.listFavourites, {})
  await call(identityHttp.removeFavourite, { params: favourite })
  const [news] = (await call(identityHttp.listNotifications, { query: { lm: 1 } })).list
  if (!news) throw new Error('the buyer was told nothing')
  await call(identityHttp.readNotifications, { body: { until: news._id } })
  await call(identityHttp.findIdentityLinks, {})
  await call(identityHttp.exportPersonalData, {})
  await call(entrypointHttp.entrypoint, { query: { assessmentStatus: '1' } })
  await call(flaggingHttp.requestFlagging, {
    body: { asset_id: asset._id, flag_classification: 'other', flag_user_notes: 'A copy of my own picture' },
  })
  await call(flaggingHttp.listFlaggings, { query: { lm: 1 } })
  await call(identityHttp.jwks, {})
}

const ABOUT = { content_key: 'new_issuer' } as const
const PAGE = { title: 'Your collection', body: 'What you write about it has to be true.', image: null }
const CHOICES = ['Nothing', 'My wallet']
const QUESTION = { question: 'What do you tell about yourself?', choices: CHOICES, correct_index: 0 }

/** An assessment that no trade asks for is published, and answered. */
export async function learn({ run, buyer }: Stall): Promise<void> {
  const author = await signIn(run, run.admins.find(({ may }) => may === 'super_admin')?.joinId ?? '')
  const texts = { th: { education: [PAGE], questions: [{ id: 'yourself', variations: [QUESTION] }] } }
  const draft = { ...ABOUT, content: { pass_percentage: 100, texts }, version: 0 }
  const { version } = await onceHeard(['permission_required'], () =>
    author.call(assessmentAdminHttp.setAssessmentContent, { body: draft }),
  )
  const publish = { ...ABOUT, require_repass: true, version, note: 'read by two' }
  await author.call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
  const { call } = buyer
  const session = await call(assessmentHttp.assessmentSession, { query: ABOUT })
  const { content_id, questions_version } = session
  const answers = session.questions.map(({ variation_index, choices }) => ({
    variation_index,
    choice_index: choices.indexOf('Nothing'),
  }))
  await call(assessmentHttp.submitAssessment, { body: { content_id, questions_version, answers } })
  await call(assessmentHttp.assessmentStatus, {})
}
