/** ID-12: how the jid of a development customer begins; a Join user can't have such an id. */
export const DEV_JOIN_ID = 'dev-'
