import { Rejection } from '@talad/shared/rejection'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { inject, onTestFinished } from 'vitest'
import { changePermissions } from '../src/permission/change.ts'
import type { ChangeOne } from '../src/permission/decide.ts'
import { service } from '../src/service.ts'

export const admin = '/api/admin/v1'

/** The claims of a customer of a test. */
export const person = (name: string, more: Record<string, unknown> = {}) => ({
  sub: `account-${name}`,
  jid: name,
  ...more,
})

let count = 0

/** Moderation on a database and a bus of its own, gone at the end of the test; everybody is a customer but `nobody`. */
export async function start(settings: Readonly<Record<string, string>> = {}) {
  const identity = { isAway: false }
  const isCustomer = async (customerId: string) => {
    if (identity.isAway) throw new Rejection('UNAVAILABLE')
    return customerId !== 'join-nobody'
  }
  const config = { PERSONAL_DATA_KEY: '5c'.repeat(32), ...settings }
  const running = await startUnderTest(service, inject('postgres'), config, { isCustomer })
  onTestFinished(() => running.close())

  /** As an operator at the command line. */
  const grant = (name: string, what: ChangeOne['what'], type: ChangeOne['type'] = 'Grant') =>
    changePermissions(
      running,
      { type, what, customerId: `join-${name}`, note: 'to begin with', now: new Date() },
      { actor: { operator: 'test' }, requestId: 'test', id: `grant-${count++}` },
    )
  /** As somebody who has signed in just now. */
  const set = (as: string, name: string, body: object) =>
    running.call('POST', `${admin}/permissions/set`, {
      as: person(as),
      body: { customer: `join-${name}`, permissions: [], note: 'because', ...body },
    })
  const remove = (as: string, name: string, version: number, note = 'because') =>
    running.call('POST', `${admin}/permissions/remove`, {
      as: person(as),
      body: { customer: `join-${name}`, version, note },
    })
  const get = (as: string | undefined, path: string) =>
    running.call('GET', `${admin}${path}`, as === undefined ? {} : { as: person(as) })
  return { ...running, identity, grant, set, remove, get }
}
