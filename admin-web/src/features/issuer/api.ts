import {
  type DeclarationSet,
  declarationAdminHttp,
  type declarationTerms,
} from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import {
  issuerAdminHttp as http,
  type Issuer,
  type issuerTerms,
} from '@talad/proto/http/moderation/issuer-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of issuers, fees and declarations. */
export const ISSUERS = 'issuers'

const MOST_DECLARATIONS = '100'

const flags: Readonly<Record<string, '1' | '0'>> = { active: '1', inactive: '0' }

export const issuerSource: ListSource<Issuer> = {
  key: ISSUERS,
  read: async ({ search, at, size }, signal) => {
    const asked = { q: search.q, active: flags[search.active ?? ''] }
    const query = { ...asked, ps: size, pi: indexOf(at), count: '1' as const }
    return fromIndexed(await call(http.listIssuers, { query }, { signal }))
  },
}

export const issuerQuery = (id: string) =>
  queryOptions({
    queryKey: [ISSUERS, 'one', id],
    queryFn: ({ signal }) => call(http.pickIssuer, { params: { issuer_id: id } }, { signal }),
  })

/** The fees of every contract that an issuer has something in. */
export const issuerFeesQuery = (id: string) =>
  queryOptions({
    queryKey: [ISSUERS, 'fees', id],
    queryFn: async ({ signal }) =>
      (await call(feeAdminHttp.listIssuerFees, { query: { is: id } }, { signal })).list,
  })

/** Every contract with fees of its own. */
export const feeSource: ListSource<FeeSheet> = {
  key: ISSUERS,
  read: async ({ search, at, size }, signal) => {
    const query = { contract_address: search.contract, ps: size, pi: indexOf(at), count: '1' as const }
    return fromIndexed(await call(feeAdminHttp.listFees, { query }, { signal }))
  },
}

export type Place = { blockchain: string; address: string }

/** The fees of one contract, or the general service fee. */
export const sheetQuery = (place: Place | undefined) =>
  queryOptions({
    queryKey: [ISSUERS, 'sheet', place ?? null],
    queryFn: ({ signal }) => {
      const query = place ? { blockchain: place.blockchain, contract_address: place.address } : {}
      return call(feeAdminHttp.pickFees, { query }, { signal })
    },
  })

const declarers = ['issuer', 'seller'] as const

/** MO-37: all that is declared, also where no issuer is. */
export const declarationSource: ListSource<DeclarationSet> = {
  key: ISSUERS,
  read: async ({ search, at, size }, signal) => {
    const asked = { declarer_type: oneOf(declarers, search.by), ad: search.contract }
    const query = { ...asked, ps: size, pi: indexOf(at), count: '1' as const }
    return fromIndexed(await call(declarationAdminHttp.listDeclarations, { query }, { signal }))
  },
}

/** One set of declarations; null where it was removed. */
export const declarationQuery = (id: string) =>
  queryOptions({
    queryKey: [ISSUERS, 'declaration', id],
    queryFn: async ({ signal }): Promise<DeclarationSet | null> =>
      (await call(declarationAdminHttp.listDeclarations, { query: { id } }, { signal })).list.at(0) ?? null,
  })

export const declarationsQuery = (id: string) =>
  queryOptions({
    queryKey: [ISSUERS, 'declarations', id],
    queryFn: async ({ signal }): Promise<DeclarationSet[]> => {
      const query = { is: id, ps: MOST_DECLARATIONS }
      return (await call(declarationAdminHttp.listDeclarations, { query }, { signal })).list
    },
  })

type BodyOf<E extends { body?: z.ZodType }> = Omit<z.input<NonNullable<E['body']>>, 'note'>
/** The same key for each try of one decision: it is made once. */
type Decided = { note: string; key: string }

export type IssuerTerms = z.input<typeof issuerTerms>
export type NewDeclarations = z.input<typeof declarationTerms>

export const addIssuer = (terms: IssuerTerms, { note, key }: Decided) =>
  act(http.addIssuer, { body: { ...terms, note } }, { idempotencyKey: key })

export const modifyIssuer = (terms: BodyOf<typeof http.modifyIssuer>, { note, key }: Decided) =>
  act(http.modifyIssuer, { body: { ...terms, note } }, { idempotencyKey: key })

export const removeIssuer = (about: BodyOf<typeof http.removeIssuer>, { note, key }: Decided) =>
  act(http.removeIssuer, { body: { ...about, note } }, { idempotencyKey: key })

export const syncFees = (issuer_id: string, { note, key }: Decided) =>
  act(feeAdminHttp.syncIssuerFees, { body: { issuer_id, note } }, { idempotencyKey: key })

export const setIssuerFee = (about: BodyOf<typeof feeAdminHttp.setIssuerFee>, { note, key }: Decided) =>
  act(feeAdminHttp.setIssuerFee, { body: { ...about, note } }, { idempotencyKey: key })

export const enableFee = (about: BodyOf<typeof feeAdminHttp.enableIssuerFee>, { note, key }: Decided) =>
  act(feeAdminHttp.enableIssuerFee, { body: { ...about, note } }, { idempotencyKey: key })

export const removeFee = (about: BodyOf<typeof feeAdminHttp.removeIssuerFee>, { note, key }: Decided) =>
  act(feeAdminHttp.removeIssuerFee, { body: { ...about, note } }, { idempotencyKey: key })

export const setFee = (about: BodyOf<typeof feeAdminHttp.setFee>, { note, key }: Decided) =>
  act(feeAdminHttp.setFee, { body: { ...about, note } }, { idempotencyKey: key })

export const setDeclarations = (about: NewDeclarations, { note, key }: Decided) =>
  act(declarationAdminHttp.setDeclarations, { body: { ...about, note } }, { idempotencyKey: key })

export const removeDeclarations = (
  about: BodyOf<typeof declarationAdminHttp.removeDeclarations>,
  { note, key }: Decided,
) => act(declarationAdminHttp.removeDeclarations, { body: { ...about, note } }, { idempotencyKey: key })
