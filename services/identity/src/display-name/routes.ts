import { listDisplayNames, myDisplayName, setDisplayName } from '@talad/proto/http/identity/display-names'
import { findPeople, getPerson } from '@talad/proto/http/identity/people'
import { lowerAddress } from '@talad/shared/chain/address'
import { orUnavailable } from '@talad/shared/chain/client'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { normalName } from '../names/normal-name.ts'
import { peopleNamed } from './find.ts'
import { displayNameOf, namesOfWallets, personOf, saveDisplayName } from './store.ts'

/** What people are called by others: a name that they chose, and never one that an identity provider gave (ID-42). */
export function displayNameRoutes(app: App, { db, now, names, log }: Deps): void {
  app.route(myDisplayName, async ({ actor }) => ({
    display_name: await displayNameOf(db, signedIn(actor).accountId),
  }))

  /** DISPLAY_NAME_TAKEN, DISPLAY_NAME_RESERVED */
  app.route(setDisplayName, async ({ actor, body }) => {
    await saveDisplayName(db, signedIn(actor).accountId, body.display_name, now())
    return body
  })

  /** VALIDATION for what is no address */
  app.route(listDisplayNames, async ({ query }) => {
    const wallets = query.wl.map((text) => lowerAddress(text, 'wl'))
    const known = await namesOfWallets(db, wallets)
    return {
      list: known.flatMap(({ address, display_name }) =>
        display_name === null ? [] : [{ address, display_name }],
      ),
      pictures: known.flatMap(({ address, picture }) => (picture === null ? [] : [{ address, picture }])),
    }
  })

  app.route(findPeople, async ({ query }) => ({ list: await peopleNamed(db, query.q) }))

  /** A name of the chain leads to its wallet, whatever anybody is called here (ID-40). */
  async function walletOf(who: string): Promise<string | undefined> {
    if (/^0x[0-9a-f]{40}$/i.test(who)) return lowerAddress(who, 'who')
    const name = normalName(who)
    return name === undefined ? undefined : orUnavailable(log, names.addressOf(name))
  }

  /** NOT_FOUND for a name that nobody has, VALIDATION for an address with a wrong checksum */
  app.route(getPerson, async ({ params: { who } }) => {
    const wallet = await walletOf(who)
    const person = await personOf(db, { wallet, name: who })
    if (!person) throw new Rejection('NOT_FOUND')
    const first = wallet ?? person.wallets[0]
    return { ...person, ens: (first && (await names.shownNameOf(first))) ?? null }
  })
}
