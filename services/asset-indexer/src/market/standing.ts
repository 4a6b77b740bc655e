/**
 * GW-29: SQL for whether an order counts as an active listing or offer: it is open, has started and has not come to its
 * display end (OB-25).
 * @param order alias of order_replica
 * @param now SQL of the time
 */
export function isLiveSql(order: string, now: string): string {
  return `(${order}.open and ${order}.start_at <= ${now} and ${now} < ${order}.end_at)`
}

/** SQL for when the clock alone will change that; null: never. */
export function changesAtSql(order: string, now: string): string {
  return `case when not ${order}.open or ${now} >= ${order}.end_at then null
    when ${now} < ${order}.start_at then ${order}.start_at else ${order}.end_at end`
}
