/** MO-38: what every admin may do, from moderation to every service that admins call. */
export const PERMISSION_TOPIC = 'moderation.permission.v1'
/** GW-27: what admins did, from every service to moderation. */
export const AUDIT_TOPIC = 'moderation.audit.v1'
