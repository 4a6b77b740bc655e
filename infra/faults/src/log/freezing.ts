export const FREEZING_TOPIC = 'log.freezing.v1'
export const FREEZING_GROUP = 'log.freezing'
export const FREEZING_TYPE = 'log.Freezing'
/** How a text begins at which the handler freezes. */
export const FREEZE = 'freeze'
