import { listPasskeys, removePasskey } from '@talad/proto/http/identity/passkeys'
import { endSession, listSessions, securityLog } from '@talad/proto/http/identity/sessions'
import { buyer, type Scene, visitor } from '../scene.ts'
import { answered, at, changed, click, failing, first, hung, inDialog, refused, the } from '../steps.ts'

const ID = 'a'.repeat(24)
const time = '2026-11-27T03:04:05.000Z'

/** The account is signed in on another device too. */
const elsewhere = changed(listSessions, ({ list }) => ({
  list: [
    ...list,
    {
      _id: ID,
      current: false,
      provider: 'web3',
      device: 'Chrome · Android',
      site: 'talad.example',
      created: time,
      last_seen: time,
      expires: time,
    },
  ],
}))
const withPasskey = answered(listPasskeys, () => ({
  list: [{ _id: ID, name: 'มือถือของฉัน', created: time, last_used: null }],
}))
const open = at('/account/security')
const end = first(the.button('sessions.endOf'))

/** Where somebody is signed in, their passkeys, what happened to their account, and a fresh sign-in. */
export const securityScenes: readonly Scene[] = [
  visitor('security.visitor', open, the.text('account.signInFirst')),
  buyer('security.all', elsewhere, withPasskey, open, end, the.button('passkey.removeOf')),
  buyer('security.waiting', hung(listSessions, securityLog, listPasskeys), open, the.text('security.title')),
  buyer('security.failed', failing(listSessions, securityLog, listPasskeys), open, first(the.alert())),
  buyer(
    'security.ended',
    ...[elsewhere, answered(endSession, () => ({ ended: true }))],
    ...[open, click(end), first(the.text('sessions.ended'))],
  ),
  buyer(
    'security.passkey-removed',
    ...[withPasskey, answered(removePasskey, () => ({ list: [] }))],
    ...[open, click(the.button('passkey.removeOf')), first(the.text('passkey.removed'))],
  ),
  buyer(
    'security.step-up',
    ...[elsewhere, refused(endSession, 401, 'reauth_required', { details: { ways: ['join', 'passkey'] } })],
    ...[open, click(end), inDialog(the.button('stepUp.again'))],
  ),
]
