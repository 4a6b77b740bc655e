/** OB-27: data by kind of installation, which a setting replaces; the code is the same everywhere. */
const LIMITS = {
  production: { ordersPerCustomer: 50, ordersPerAsset: 5 },
  development: { ordersPerCustomer: 10, ordersPerAsset: 2 },
  test: { ordersPerCustomer: 10, ordersPerAsset: 2 },
}

type Settings = {
  NODE_ENV: keyof typeof LIMITS
  LIMIT_ORDERS_PER_CUSTOMER?: number | undefined
  LIMIT_ORDERS_PER_ASSET?: number | undefined
}

/** How many orders of a customer may be open in this installation (OB-26). */
export function limitsOf(config: Settings) {
  const usual = LIMITS[config.NODE_ENV]
  return {
    ordersPerCustomer: config.LIMIT_ORDERS_PER_CUSTOMER ?? usual.ordersPerCustomer,
    ordersPerAsset: config.LIMIT_ORDERS_PER_ASSET ?? usual.ordersPerAsset,
  }
}
