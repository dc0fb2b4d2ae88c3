/** Host names and addresses under which this machine alone is reached. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', '[::1]', 'localhost']
