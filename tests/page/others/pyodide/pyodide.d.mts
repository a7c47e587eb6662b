// As much as the page without a server uses of it.
export function loadPyodide(options: object): Promise<any>;
