/** Why nothing can be bought from an order: `details.reason` of `order_not_open`. `paused`: it may come back. */
export type NotOpen = 'sold' | 'cancelled' | 'expired' | 'not_begun' | 'paused' | 'not_deliverable'
