import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import { kycLevels, type LookedUpPerson } from '@talad/proto/http/identity/person-lookup'
import type { Profile } from '@talad/proto/http/identity/profile'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { provider, type Wallet } from './events.ts'
import { mask, openPersonalData, type PersonalData } from './personal-data.ts'
import { pictureOf } from './pictures.ts'
import { provedAlike } from './state.ts'
import { ownerOfWallet } from './store.ts'

const wallets = z.array(z.object({ address: z.string(), provider: z.enum(['join', 'web3']) }))

async function find(deps: Deps, accountId: string) {
  const found = await deps.prisma.account.findUnique({
    where: { id: accountId },
    include: {
      links: { orderBy: { created_at: 'asc' }, include: { personal_data: true } },
      wallets: { where: { held_until: null } },
    },
  })
  if (!found) return undefined
  return {
    joinId: found.join_id ?? undefined,
    created: found.created_at,
    kycLevel: found.kyc_level,
    wallets: wallets.parse(found.wallets.map(({ address, provider: by }) => ({ address, provider: by }))),
    links: found.links.map((link) => ({
      id: link.id,
      accountId,
      provider: provider.parse(link.identity_provider),
      externalId: link.external_id,
      personal: openPersonalData(deps.personal, link.personal_data),
      clientId: link.client_id,
      migratedFrom: link.migrated_account_id,
      migratedOn: link.migrated_on,
      created: link.created_at,
    })),
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
type Link = Found['links'][number]

const asItIs = (personal: PersonalData) => personal

/** An identity as its provider describes it, shown as wanted; a wallet and a made-up person say nothing of anybody. */
function describe(link: Link, wallet: readonly Wallet[], shown: (personal: PersonalData) => PersonalData) {
  const isJoin = link.provider === 'join'
  const personal = shown(link.personal)
  const isPersonal = link.provider === 'line' || link.provider.startsWith('oauth:')
  const outsideId = isPersonal ? personal.externalId : link.externalId
  const joinWallet = wallet.find((one) => one.provider === 'join')?.address ?? null
  const walletAddress = link.provider === 'web3' ? link.externalId : isJoin ? joinWallet : null
  return {
    id: link.id,
    userId: link.provider === 'web3' ? null : outsideId,
    displayName: isJoin
      ? (personal.nameEN ?? personal.nameTH)
      : isPersonal
        ? personal.displayName
        : outsideId,
    email: personal.email,
    phoneNumber: personal.phone,
    nameEN: personal.nameEN,
    nameTH: personal.nameTH,
    profilePicture: null,
    walletAddress,
  }
}

const mainOf = ({ links }: Found) => links.find((link) => link.provider === 'join') ?? links[0]
const customerOf = ({ joinId }: Found) => (joinId === undefined ? null : `join-${joinId}`) // ID-3
const providersOf = ({ links }: Found) => [...new Set(links.map((link) => link.provider))]

/** The account's profile; its main identity is the Join one, else the oldest. Undefined: no such account. */
export async function profileOf(deps: Deps, accountId: string): Promise<Profile | undefined> {
  const [found, picture] = await Promise.all([find(deps, accountId), pictureOf(deps.db, accountId)])
  const main = found && mainOf(found)
  if (!main) return undefined
  const wallet = found.wallets.find(({ provider }) => provider === 'join') ?? found.wallets[0]
  return {
    account_id: accountId,
    customer_id: customerOf(found),
    kyc_level: found.kycLevel,
    identity_provider: main.provider,
    identity_provider_profile: describe(main, found.wallets, asItIs),
    idps: providersOf(found),
    wallets: found.wallets,
    ens: (wallet && (await deps.names.shownNameOf(wallet.address))) ?? null, // ID-40
    profilePictureUrl: picture,
  }
}

/** A person as support sees them, masked unless revealed (ID-42). Undefined: no such account. */
export async function personOf(
  deps: Deps,
  accountId: string,
  revealed: boolean,
): Promise<LookedUpPerson | undefined> {
  const found = await find(deps, accountId)
  const main = found && mainOf(found)
  if (!main) return undefined
  const profile = describe(main, found.wallets, revealed ? asItIs : mask)
  return {
    id: main.externalId,
    nameTH: profile.nameTH,
    nameEN: profile.nameEN,
    phone: profile.phoneNumber,
    extra: { level: kycLevels[found.kycLevel - 1] ?? null },
    account_id: accountId,
    customer_id: customerOf(found),
    kyc_level: found.kycLevel,
    created: found.created.toISOString(),
    idps: providersOf(found),
    wallets: found.wallets,
    revealed,
    profile,
  }
}

export type LinkOrder = { field: 'created' | 'displayName' | 'walletAddress'; order: 'asc' | 'desc' }

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** ID-38: by provider, then by the field; `order` turns both. */
export function sortLinks(links: readonly IdentityLink[], { field, order }: LinkOrder): IdentityLink[] {
  const key = (link: IdentityLink) =>
    field === 'created' ? link.created : (link.identity_provider_profile[field] ?? '')
  const sorted = [...links].sort(
    (a, b) => compare(a.identity_provider, b.identity_provider) || compare(key(a), key(b)),
  )
  return order === 'asc' ? sorted : sorted.reverse()
}

/** ID-27: Join's wallet, where an account that may become one with this has it: of two customers none does (ID-33). */
async function walletElsewhere(deps: Deps, accountId: string, { personal }: Link): Promise<string | null> {
  const { walletAddress } = personal
  const owner = walletAddress === null ? undefined : await ownerOfWallet(deps.db, walletAddress, deps.now())
  if (owner === undefined || owner.accountId === accountId) return null
  const mayMerge =
    owner.joinId === undefined && owner.heldUntil === undefined && provedAlike(owner.provedOn, '')
  return mayMerge ? walletAddress : null
}

/** The account's identities, masked (ID-42); empty when there is no such account (ID-37). */
export async function linksOf(
  deps: Deps,
  accountId: string,
  order: LinkOrder,
): Promise<{ links: IdentityLink[]; joinId: string | undefined }> {
  const found = await find(deps, accountId)
  if (!found) return { links: [], joinId: undefined }
  const join = found.links.find((link) => link.provider === 'join')
  const elsewhere = join ? await walletElsewhere(deps, accountId, join) : null
  const links = found.links.map((link) => ({
    _id: link.id,
    linked_account_id: accountId,
    identity_provider: link.provider,
    identity_provider_profile: describe(link, found.wallets, mask),
    identity_provider_client_id: link.clientId || null,
    migrated_account_id: link.migratedFrom,
    migrated_on: link.migratedOn?.toISOString() ?? null,
    wallet_elsewhere: link.id === join?.id ? elsewhere : null,
    created: link.created.toISOString(),
  }))
  return { links: sortLinks(links, order), joinId: found.joinId }
}
