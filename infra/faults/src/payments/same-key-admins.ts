import { bankWithdrawalAdminHttp } from '@talad/proto/http/bank-withdrawal/admin'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { until } from '@talad/shared/testing/wait'
import { askForAccount, askForMoney } from '../crash/withdrawals.ts'
import { collectionDeeds } from './same-key-collections.ts'
import { auditsBy, type Deed, eventsBy } from './same-key-deed.ts'
import { flagDeeds } from './same-key-flags.ts'
import { type Ask, callOf, draftOf, note, type Props } from './same-key-props.ts'

const words = { th: 'คำ', en: 'words' }
/** Tokens that nobody has. */
const BEYOND = 1n << 200n

const numberOf = ({ counter }: Props) => counter.next()
const withOldVersion = async (props: Props, customer: string) =>
  (await callOf(props))(adminPermissionsHttp.setPermissions, {
    body: { customer, super_admin: false, permissions: ['bank.read'], version: 0, note },
  })

function rangeOf(props: Props, contract_address = `0x${'c'.repeat(40)}`) {
  const token = `${BEYOND + BigInt(numberOf(props))}`
  return { blockchain: props.run.blockchain, contract_address, token_from: token, token_to: token }
}

function issuerOf(props: Props, contract?: string) {
  const terms = { slug: `same_key_${numberOf(props)}`, names: words, nft_ranges: [rangeOf(props, contract)] }
  return { ...terms, primary_customer_id: 'join-nobody', note }
}

async function issuer(props: Props, contract?: string) {
  const body = issuerOf(props, contract)
  const { issuer_id, version } = await (await callOf(props))(issuerAdminHttp.addIssuer, { body })
  return { body, issuer_id, version }
}

/** An issuer of tokens of a collection that no other call of now is about. */
async function issuerWithin(props: Props) {
  const { id: collection, address } = await props.nextCollection()
  const { issuer_id } = await issuer(props, address)
  const query = { blockchain: props.run.blockchain, contract_address: address }
  const { version } = await (await callOf(props))(feeAdminHttp.pickFees, { query })
  return { collection, fee: { issuer_id, collection_id: collection, fee_percent: 1, version, note } }
}

/** A fee of such an issuer, which orders don't have yet. */
async function feeWithin(props: Props) {
  const { collection, fee } = await issuerWithin(props)
  const sheet: FeeSheet = await (await callOf(props))(feeAdminHttp.setIssuerFee, { body: fee })
  const fee_id = sheet.fees.find(({ issuer_id }) => issuer_id === fee.issuer_id)?.fee_id
  return { collection, fee: { fee_id, version: sheet.version, note } }
}

const declarationsOf = (props: Props) => ({
  declarer_type: 'issuer' as const,
  nft_range: rangeOf(props),
  version: 0,
  note,
  declarations: [{ key: 'same_key', title: words, body: words }],
})

async function draft(props: Props, content_key: 'new_issuer' | 'new_seller') {
  const { version } = await (await callOf(props))(assessmentAdminHttp.getAssessmentContent, {
    query: { content_key },
  })
  return { content_key, content: draftOf(props), version }
}

/** A withdrawal whose money is locked: from then on it changes only when somebody decides. */
async function pendingWithdrawal(props: Props) {
  const { counter, system } = props
  const request_id = await askForMoney(counter, await counter.newcomer())
  const sql = `select 1 from withdrawal where id = $1 and status = 'pending'`
  const isPending = async () => (await system.db('bank-withdrawal').query(sql, [request_id])).rowCount === 1
  await until(`the money of ${request_id} is locked`, isPending, counter.patientMs)
  const { request } = await (await callOf(props))(bankWithdrawalAdminHttp.adminClaimWithdrawal, {
    body: { request_id },
  })
  return { request_id, version: request.version, note }
}

async function bankRequest(props: Props) {
  const request_id = await askForAccount(props.counter, await props.counter.newcomer())
  const { request } = await (await callOf(props))(bankWithdrawalAdminHttp.adminClaimBankRequest, {
    body: { request_id },
  })
  return { request_id, version: request.version, note }
}

const reason = 'the proof wants it so'

/** What admins' calls are made with, by their names in the contracts. */
const asked: Readonly<Record<string, Ask>> = {
  ...flagDeeds,
  ...collectionDeeds,
  setPermissions: async (props) => ({
    body: { customer: `join-same-key-${numberOf(props)}`, permissions: ['bank.read'], version: 0, note },
  }),
  async removePermissions(props) {
    const customer = `join-same-key-${numberOf(props)}`
    return { body: { customer, version: (await withOldVersion(props, customer)).version, note } }
  },
  suspend: async (props) => ({ body: { nft_range: rangeOf(props), note } }),
  async unsuspend(props) {
    const body = { nft_range: rangeOf(props), note }
    const { suspension_id, version } = await (await callOf(props))(suspensionAdminHttp.suspend, { body })
    return { body: { suspension_id, version, note } }
  },
  addIssuer: async (props) => ({ body: issuerOf(props) }),
  async modifyIssuer(props) {
    const { body, ...there } = await issuer(props)
    return { body: { ...body, ...there, is_active: false } }
  },
  async removeIssuer(props) {
    const { issuer_id, version } = await issuer(props)
    return { body: { issuer_id, version, note } }
  },
  async setIssuerFee(props) {
    const { collection, fee } = await issuerWithin(props)
    return { body: fee, collection }
  },
  async syncIssuerFees(props) {
    const { collection, fee } = await issuerWithin(props)
    return { body: { issuer_id: fee.issuer_id, note }, collection }
  },
  async enableIssuerFee(props) {
    const { collection, fee } = await feeWithin(props)
    return { body: { ...fee, enabled: true }, collection }
  },
  async removeIssuerFee(props) {
    const { collection, fee } = await feeWithin(props)
    return { body: fee, collection }
  },
  async setFee(props) {
    const address = `0x${'e'.repeat(20)}${numberOf(props).toString(16).padStart(20, '0')}`
    const royalty = { type: 'royalty', customer_id: 'join-nobody', percent: 1, disabled: false }
    const contract = { blockchain: props.run.blockchain, address }
    return { body: { ...royalty, contract, version: 0, note } }
  },
  setDeclarations: async (props) => ({ body: declarationsOf(props) }),
  async removeDeclarations(props) {
    const body = declarationsOf(props)
    const set = await (await callOf(props))(declarationAdminHttp.setDeclarations, { body })
    return { body: { declaration_id: set.declaration_id, version: set.version, note } }
  },
  setAssessmentContent: async (props) => ({ body: await draft(props, 'new_seller') }),
  async publishAssessmentContent(props) {
    const body = await draft(props, 'new_issuer')
    const { version } = await (await callOf(props))(assessmentAdminHttp.setAssessmentContent, { body })
    return { body: { content_key: 'new_issuer', require_repass: true, version, note } }
  },
  passAssessment: async (props) => ({
    body: { content_key: 'new_issuer', customer_id: `join-same-key-${numberOf(props)}`, note },
  }),
  adminApproveBankRequest: async (props) => ({ body: await bankRequest(props) }),
  adminRejectBankRequest: async (props) => ({ body: { ...(await bankRequest(props)), reason } }),
  adminApproveWithdrawal: async (props) => ({ body: await pendingWithdrawal(props) }),
  adminRejectWithdrawal: async (props) => ({ body: { ...(await pendingWithdrawal(props)), reason } }),
}

/** The same with another note, or where there is none, another version. */
const otherThan = (body: object): object => {
  if ('note' in body) return { ...body, note: 'looked at again' }
  if ('notes' in body) return { ...body, notes: 'looked at again' }
  if ('version' in body) return { ...body, version: Number(body.version) + 1 }
  return { ...body, cases: [{ case_id: 'f'.repeat(24), version: 1 }] }
}

/** How admins' calls are made: by one who may do everything, signed in just now; everybody else is refused. */
export const adminDeeds: Readonly<Record<string, (props: Props, key: string) => Promise<Deed>>> =
  Object.fromEntries(
    Object.entries(asked).map(([name, ask]) => [
      name,
      async (props: Props, key: string) => {
        const { body, inRows, ...rest } = await ask(props)
        const { chief: person } = props.counter
        return {
          person,
          body,
          other: otherThan(body),
          owned: true,
          effects: (inRows ? auditsBy : eventsBy)(key),
          ...rest,
        }
      },
    ]),
  )
