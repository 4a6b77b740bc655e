import { accountChecksHttp } from '@talad/proto/http/identity/account-checks'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { linksHttp } from '@talad/proto/http/identity/links'
import { mergesHttp } from '@talad/proto/http/identity/merges'
import { namesHttp } from '@talad/proto/http/identity/names'
import { passkeysHttp } from '@talad/proto/http/identity/passkeys'
import { peopleHttp } from '@talad/proto/http/identity/people'
import { personLookupHttp } from '@talad/proto/http/identity/person-lookup'
import { unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { profilePictureInternalHttp } from '@talad/proto/http/identity/profile-picture-internal'
import { rejections } from '@talad/proto/http/identity/rejections'
import { sessionsHttp } from '@talad/proto/http/identity/sessions'
import { staffNamesHttp } from '@talad/proto/http/identity/staff-names'
import { supportHttp } from '@talad/proto/http/identity/support'
import { verifiedPersonHttp } from '@talad/proto/http/identity/verified-person'
import { type NotificationGiven, NotificationGivenSchema } from '@talad/proto/identity/v1/events'
import { defineManifest, isoTimeOf, type LiveUpdate, liveSource } from '@talad/shared/manifest'

export const ACCOUNT_TOPIC = 'identity.account.v1'
export const NOTIFICATION_TOPIC = 'identity.notification.v1'

function notificationUpdates({ accountId, notificationId, kind, at }: NotificationGiven): LiveUpdate[] {
  const data = { notification_id: notificationId, kind, at: isoTimeOf(at) }
  return [{ event: 'notification', audiences: [`account:${accountId}`], subject: notificationId, data }]
}

export const manifest = defineManifest({
  name: 'identity',
  description: 'sign-in, tokens, identity levels, wallet signing, notifications',
  contract: {
    ...identityHttp,
    ...peopleHttp,
    ...linksHttp,
    ...mergesHttp,
    ...supportHttp,
    ...personLookupHttp,
    ...staffNamesHttp,
    ...namesHttp,
    ...sessionsHttp,
    ...passkeysHttp,
    ...verifiedPersonHttp,
    ...accountChecksHttp,
    unsetProfilePicture,
    ...profilePictureInternalHttp,
  },
  rejections,
  publishes: [ACCOUNT_TOPIC, NOTIFICATION_TOPIC],
  consumes: [
    'asset-indexer.asset.v1',
    'asset-indexer.chain.v1',
    'bank-withdrawal.bank-request.v1',
    'bank-withdrawal.withdrawal.v1',
    'gateway.site.v1',
    'moderation.issuer.v1',
    'moderation.report.v1',
    'moderation.suspension.v1',
    'order-book.order.v1',
    'shipping-payment.shipping.v1',
  ],
  live: [liveSource(NOTIFICATION_TOPIC, NotificationGivenSchema, notificationUpdates)],
  development: ({ adminOrigins, chain, origins, personalDataKey, sandboxUrl, secret, upstreams }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG: chain.slug,
    SEAPORT_ADDRESS: chain.deployment.seaport,
    NAMES_REGISTRY: chain.deployment.names,
    ASSET_INDEXER_URL: upstreams['asset-indexer'] ?? '',
    JOIN_URL: `${sandboxUrl}/join/api/v1`,
    JOIN_API_KEY: secret('joinApiKey'),
    // the secrets are those of the sandbox, which knows nothing worth keeping
    LINE_CHANNELS: JSON.stringify([
      {
        channelId: '1650000001',
        channelSecret: 'sandbox-line-secret',
        providerId: 'sandbox',
        messagingToken: 'sandbox-line-messaging',
      },
      {
        channelId: '1650000002',
        channelSecret: 'sandbox-liff-secret',
        providerId: 'sandbox',
        liffId: '1650000002-sandbox',
      },
    ]),
    LINE_AUTHORIZE_URL: `${sandboxUrl}/line/oauth2/v2.1/authorize`,
    LINE_API_URL: `${sandboxUrl}/line/api`,
    MEMBERSHIP_PROVIDERS: JSON.stringify([
      {
        name: 'club',
        labelTh: 'สมาชิกคลับ (ทดลอง)',
        labelEn: 'Club membership (sandbox)',
        issuer: `${sandboxUrl}/membership`,
        clientId: 'talad',
        clientSecret: 'sandbox-membership-secret',
        scopes: 'openid profile',
      },
    ]),
    SIGN_IN_HOSTS: [...origins, ...adminOrigins].join(),
    PERSONAL_DATA_KEY: personalDataKey,
    SIGNING_CONTRACTS: JSON.stringify({
      tokens: [
        chain.deployment.thbk,
        chain.deployment.hthb,
        chain.deployment.hthb2,
        chain.deployment.wrappedJfin,
      ],
      collections: chain.collections.map(({ address }) => address),
      zones: [chain.deployment.zone],
    }),
  }),
  invariants: [
    {
      description: 'a profile picture is of an asset in a wallet of the person (ID-39)',
      sql: `select p.account_id from profile_picture p left join wallet w on w.address = p.holder
              and w.account_id = p.account_id and w.held_until is null
            where w.address is null`,
    },
  ],
})
