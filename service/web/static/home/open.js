// Opening: a form from the domains that the service tells.
document.getElementById("open").textContent = "…";
