// As much as the page without a server uses of it.
export function loadMicroPython(options: object): Promise<any>;
