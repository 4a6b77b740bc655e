import { accountChecksHttp } from '@talad/proto/http/identity/account-checks'
import { profilePictureInternalHttp } from '@talad/proto/http/identity/profile-picture-internal'
import { tokenChecksHttp } from '@talad/proto/http/identity/token-checks'
import { verifiedPersonHttp } from '@talad/proto/http/identity/verified-person'
import { accountIdOf } from './people.ts'
import { pictured } from './pictures.ts'
import { type Row, row } from './row.ts'

/** What other services ask identity. */
export const internalRows: readonly Row[] = [
  row(tokenChecksHttp.revokedSessions, {}),
  row(verifiedPersonHttp.verifiedPerson, async (world) => ({
    query: { account_id: accountIdOf(await world.buyer()) },
  })),
  row(accountChecksHttp.matchAccount, async (world) => ({
    body: {
      account_id: accountIdOf(await world.buyer()),
      patterns: [{ provider: 'join', field: 'phone', value: '+6681*' }],
    },
  })),
  row(accountChecksHttp.accountMeant, {
    body: { pattern: { provider: 'join', field: 'phone', value: '+66811112222' } },
  }),
  row(accountChecksHttp.customerKnown, async (world) => ({
    query: { customer_id: (await world.buyer()).customerId },
  })),
  row(accountChecksHttp.accountLinks, async (world) => ({
    body: { account_ids: [accountIdOf(await world.buyer())] },
  })),
  row(profilePictureInternalHttp.saveProfilePicture, async (world) => {
    const buyer = await world.buyer()
    const { asset, url } = await pictured(world)
    const { contract, token } = asset
    const about = {
      id: asset._id,
      blockchain: world.run.blockchain,
      contract: contract.address,
      token: token.id,
    }
    return { body: { account_id: accountIdOf(buyer), url, holder: buyer.address, asset: about } }
  }),
]
