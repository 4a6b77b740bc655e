import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, randomFrom, times } from '@talad/demo/random'
import { permissionNames } from '@talad/proto/http/permissions'
import { PermissionsChangedSchema } from '@talad/proto/moderation/v1/events'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { PERMISSION_TOPIC } from '@talad/shared/manifest'
import type { Common, Play } from './harness.ts'
import { hear, NOW, sent, woven } from './steps.ts'

const ADMINS = 2

/** What an admin is given and loses, and what is known of it in the end. */
function grantsOf(customerId: string, random: Random): { messages: OutMessage[]; copy: string } {
  const changes = 1 + Math.floor(random() * 4)
  const all = times(changes, (n) => {
    const permissions = permissionNames.filter(() => random() < 0.2)
    const grant = { customerId, superAdmin: random() < 0.3, permissions, revision: n + 1 }
    const about = { ...grant, changedBy: 'operator:a', at: timestampFromDate(NOW) }
    const out = outgoing(PERMISSION_TOPIC, customerId, PermissionsChangedSchema, about)
    const copy = `grant ${customerId} ${grant.superAdmin ? 't' : 'f'} ${n + 1} {${permissions.join(',')}}`
    return { message: sent('moderation.permission', `${customerId}.${n}`, out), copy }
  })
  return { messages: all.map(({ message }) => message), copy: all.at(-1)?.copy ?? '' }
}

/** The same play, with what admins may do where the service is told: the kit keeps it, no play has to know. */
export function withGrants<D extends Common>(play: Play<D>): Play<D> {
  if (!play.service.consumers.some(({ topic }) => topic === PERMISSION_TOPIC)) return play
  return {
    ...play,
    scriptOf(seed) {
      const script = play.scriptOf(seed)
      const random = randomFrom(`grants of ${seed}`)
      const grants = times(ADMINS, (n) => grantsOf(`join-admin-${n}`, random))
      const heard = grants.map(({ messages }) => messages.map((message) => hear<D>(message)))
      return {
        ...script,
        steps: woven([script.steps, ...heard], random),
        copies: [...script.copies, ...grants.map(({ copy }) => copy)],
      }
    },
  }
}
