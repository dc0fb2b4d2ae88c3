/** All examples of the document share these ids, so that they show one vehicle and its order. */
export const exampleIds = {
  account_id: '7d0e4a52-3c1b-4f8e-9a66-2b9d1f0c5e31',
  vehicle_id: '5f0f6a0e-6a43-4c86-9f41-0d3c7c1b1f7e',
  consultation_id: '0b1f8c8e-2f0a-4d0e-8d0c-9a4c1e7f2b60',
  order_id: '4e0b7d1c-92a6-4f53-b1d8-a06c3e5f7b21',
  ipva_item: 'a1c94f37-0d52-4b8e-8f16-3e7a90b2c5d4',
  licensing_item: 'b2d05a48-1e63-4c9f-9027-4f8ba1c3d6e5',
  ticket_item: 'c3e16b59-2f74-4da0-a138-509cb2d4e7f6',
  attorney_item: 'd4f27c6a-3085-4eb1-b249-61adc3e5f807',
} as const
