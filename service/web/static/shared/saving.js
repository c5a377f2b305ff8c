// Saving: a file that the page has made or fetched is handed to the browser.

/** Have the browser keep this blob as a file of this name. */
export const save = (blob, name) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
