import type { RejectionTable } from '@talad/shared/rejection'
import { MOST_WALLETS } from './account/decide-wallet.ts'

/** Every "no" of identity. */
export const rejections = {
  INVALID_REDIRECT_URL: {
    status: 400,
    rule: 'ID-15',
    text: 'redirectUrl must be an address of one of our sites',
  },
  INVALID_PHONE: { status: 400, rule: 'WB-12', text: 'Invalid phone format' },
  INVALID_ADDRESS: { status: 400, rule: 'A§5', text: 'Invalid Ethereum address format' },
  INVALID_JOIN_SESSION: { status: 401, rule: 'ID-14', text: 'invalid join session' },
  SESSION_EXPIRED: { status: 401, rule: 'ID-6', text: 'Session expired, please sign in again' },
  UNABLE_TO_SIGN: { status: 401, rule: 'ID-24', text: 'Unable to sign message' },
  NONCE_EXPIRED: { status: 401, rule: 'ID-24', text: 'Unable to sign message' },
  NOT_SIGNABLE: { status: 403, rule: 'ID-21', text: 'Unable to sign message' },
  INVALID_JOIN_SIGNER: { status: 403, rule: 'ID-21', text: 'invalid join signer' },
  SESSION_USED: { status: 409, rule: 'ID-13', text: 'this sign-in was finished before' },
  WALLET_INTEGRATED: { status: 409, rule: 'ID-27', text: 'Wallet has already been integrated' },
  CONFIRM_IDENTITY: {
    status: 403,
    rule: 'ID-29',
    text: 'Please confirm your identity to link this wallet',
  },
  TOO_MANY_WALLETS: {
    status: 409,
    rule: 'ID-30',
    text: `You can link up to ${MOST_WALLETS} wallets, please delete another link and try again`,
  },
  WALLET_UNLINKED_LATELY: {
    status: 409,
    rule: 'ID-32',
    text: 'this wallet was unlinked from another account less than 24 hours ago',
  },
  LINK_NOT_FOUND: { status: 404, rule: 'ID-31', text: 'link not found' },
  LAST_IDENTITY: { status: 409, rule: 'ID-31', text: 'this is your only way to sign in' },
  CUSTOMER_IDENTITY: { status: 409, rule: 'ID-31', text: 'this identity holds your balance and your orders' },
  IDENTITY_IN_USE: { status: 409, rule: 'ID-27', text: 'this identity belongs to another account' },
  DEV_IDENTITY: { status: 409, rule: 'ID-12', text: 'development identities stay among themselves' },
  DISPLAY_NAME_TAKEN: { status: 409, rule: 'ID-42', text: 'somebody else has this name' },
  DISPLAY_NAME_RESERVED: { status: 400, rule: 'ID-42', text: 'this name is not for people' },
  NOT_YOUR_ASSET: { status: 403, rule: 'ID-39', text: 'only who holds it can use its picture' },
  ASSET_SUSPENDED: { status: 403, rule: 'MO-7', text: 'asset is suspended' },
  TOO_MANY_FAVOURITES: { status: 409, rule: 'GW-9', text: 'too many favourites' },
  PROFILE_READ_TOO_SOON: {
    status: 429,
    rule: 'ID-18',
    text: 'the profile was read less than a minute ago',
    retryAfterSeconds: 60,
  },
} as const satisfies RejectionTable
