import type { Person } from '@talad/dev/seed/site'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import type { Harness } from './harness.ts'
import { eventually } from './insist.ts'

const note = 'an errand under fire'
/** Tokens that nobody has. */
const BEYOND = 1n << 200n
const words = { th: 'คำ', en: 'words' }

async function firstCollection({ system }: Harness) {
  const { rows } = await system
    .db('moderation')
    .query<{ id: string; at: string }>(
      'select collection_id as id, contract_address as at from asset_replica order by asset_id limit 1',
    )
  return rows[0]
}

/** MO-32 to MO-35: an issuer of tokens that nobody has, with a fee, comes and goes. */
export const issuerErrand = (harness: Harness, { call }: Person) =>
  harness.alone('issuer', async () => {
    const place = await eventually(
      'moderation knows a collection',
      () => firstCollection(harness),
      harness.patientMs,
    )
    const collection_id = place.id
    const at = { blockchain: harness.system.run.blockchain, contract_address: place.at }
    const token = `${BEYOND + BigInt(harness.next())}`
    const nft_range = { ...at, token_from: token, token_to: token }
    const issuer = { slug: `errand_${harness.next()}`, names: words, nft_ranges: [nft_range], note }
    const payee = { primary_customer_id: 'join-errand' }
    const { issuer_id, version } = await call(issuerAdminHttp.addIssuer, { body: { ...issuer, ...payee } })
    const range = { nft_range, note }
    const { suspension_id, version: seen } = await call(suspensionAdminHttp.suspend, { body: range })
    await call(suspensionAdminHttp.unsuspend, { body: { suspension_id, version: seen, note } })
    await call(feeAdminHttp.syncIssuerFees, { body: { issuer_id, note } })
    const sheet = await call(feeAdminHttp.pickFees, { query: at })
    const fee = { issuer_id, collection_id, fee_percent: 1, note }
    const set = await call(feeAdminHttp.setIssuerFee, { body: { ...fee, version: sheet.version } })
    const feeOf = ({ fees }: FeeSheet) => fees.find((one) => one.issuer_id === issuer_id)?.fee_id ?? ''
    const on = { fee_id: feeOf(set), enabled: true, version: set.version, note }
    const enabled = await call(feeAdminHttp.enableIssuerFee, { body: on })
    const off = { fee_id: on.fee_id, version: enabled.version, note }
    await call(feeAdminHttp.removeIssuerFee, { body: off })
    const changed = { ...issuer, ...payee, issuer_id, is_active: true, version }
    const { version: last } = await call(issuerAdminHttp.modifyIssuer, { body: changed })
    await call(issuerAdminHttp.removeIssuer, { body: { issuer_id, version: last, note } })
    const declared = { declarer_type: 'issuer' as const, nft_range, version: 0, note }
    const text = [{ key: 'errand', title: words, body: words }]
    const { declaration_id, version: first } = await call(declarationAdminHttp.setDeclarations, {
      body: { ...declared, declarations: text },
    })
    await call(declarationAdminHttp.removeDeclarations, { body: { declaration_id, version: first, note } })
    // of a contract that nobody has, so that no sale waits for it
    const address = `0x${'e'.repeat(20)}${harness.next().toString(16).padStart(20, '0')}`
    const royalty = {
      type: 'royalty' as const,
      customer_id: 'join-errand',
      percent: 1,
      disabled: false,
      note,
    }
    const contract = { blockchain: at.blockchain, address }
    await call(feeAdminHttp.setFee, { body: { ...royalty, contract, version: 0 } })
  })
