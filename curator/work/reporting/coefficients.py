"""What each coefficient is called in a paper, and who is to be cited for it. Facts, not judgements."""

from __future__ import annotations

from dataclasses import dataclass

from curator.work.reporting.lines import Line


@dataclass(frozen=True, slots=True)
class Name:
    """title: as in a table. cited: keys of REFERENCES."""

    title: str
    cited: tuple[str, ...] = ()


NAMES: dict[str, Name] = {
    "alpha": Name("Krippendorff's α", ("krippendorff2019",)),
    "alpha_ci_low": Name("Krippendorff's α, lower limit", ("krippendorff2019",)),
    "alpha_ci_high": Name("Krippendorff's α, upper limit", ("krippendorff2019",)),
    "alpha_difference": Name("difference of Krippendorff's α", ("krippendorff2019",)),
    "alpha_difference_ci_low": Name("difference of Krippendorff's α, lower limit", ("krippendorff2019",)),
    "alpha_difference_ci_high": Name("difference of Krippendorff's α, upper limit", ("krippendorff2019",)),
    "percent_agreement": Name("percent agreement"),
    "cohen_kappa": Name("Cohen's κ", ("cohen1960",)),
    "conger_kappa": Name("Conger's κ", ("conger1980",)),
    "light_kappa": Name("Light's κ", ("light1971",)),
    "fleiss_kappa": Name("Fleiss' κ", ("fleiss1971",)),
    "scott_pi": Name("Scott's π", ("scott1955",)),
    "brennan_prediger": Name("Brennan and Prediger's κ", ("brennan1981",)),
    "gwet_ac1": Name("Gwet's AC1", ("gwet2008",)),
    "gwet_ac2": Name("Gwet's AC2", ("gwet2008",)),
    "icc": Name("ICC", ("shrout1979",)),
    "kendall_w": Name("Kendall's W", ("kendall1939",)),
    "alt_winning_rate": Name("winning rate of the alternative annotator test", ("calderon2025",)),
    "f1": Name("F1", ("hripcsak2005",)),
    "earlier_wins": Name("share won by the candidate shown earlier"),
    "span_f1": Name("F1 of spans", ("hripcsak2005",)),
    "span_precision": Name("precision of spans"),
    "span_recall": Name("recall of spans"),
    "u_alpha_1995": Name("unitizing α (1995)", ("krippendorff1995",)),
    "u_alpha_2016": Name("unitizing α (2016)", ("krippendorff2016",)),
    "gamma": Name("γ", ("mathet2015",)),
    "gamma_cat": Name("γ of the labels", ("mathet2015",)),
    "gamma_best_alignment_disorder": Name("disorder of the best alignment", ("mathet2015",)),
}
LEVELS: dict[str, str] = {
    "set_nominal": "equal sets",
    "set_jaccard": "sets, Jaccard distance",
    "set_masi": "sets, MASI distance",
}
MASI, WEIGHTED = "passonneau2006", "cohen1968"

REFERENCES: dict[str, tuple[str, str]] = {
    "krippendorff2019": (
        "Krippendorff, 2019",
        "Krippendorff, K. (2019). Content Analysis: An Introduction to Its Methodology (4th ed.). SAGE.",
    ),
    "krippendorff2004": (
        "Krippendorff, 2004",
        "Krippendorff, K. (2004). Reliability in content analysis: Some common misconceptions and recommendations. "
        "Human Communication Research, 30(3), 411–433.",
    ),
    "cohen1960": (
        "Cohen, 1960",
        "Cohen, J. (1960). A coefficient of agreement for nominal scales. "
        "Educational and Psychological Measurement, 20(1), 37–46.",
    ),
    WEIGHTED: (
        "Cohen, 1968",
        "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for scaled disagreement or partial "
        "credit. Psychological Bulletin, 70(4), 213–220.",
    ),
    "conger1980": (
        "Conger, 1980",
        "Conger, A. J. (1980). Integration and generalization of kappas for multiple raters. "
        "Psychological Bulletin, 88(2), 322–328.",
    ),
    "light1971": (
        "Light, 1971",
        "Light, R. J. (1971). Measures of response agreement for qualitative data: Some generalizations and "
        "alternatives. Psychological Bulletin, 76(5), 365–377.",
    ),
    "fleiss1971": (
        "Fleiss, 1971",
        "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. "
        "Psychological Bulletin, 76(5), 378–382.",
    ),
    "scott1955": (
        "Scott, 1955",
        "Scott, W. A. (1955). Reliability of content analysis: The case of nominal scale coding. "
        "Public Opinion Quarterly, 19(3), 321–325.",
    ),
    "brennan1981": (
        "Brennan & Prediger, 1981",
        "Brennan, R. L., & Prediger, D. J. (1981). Coefficient kappa: Some uses, misuses, and alternatives. "
        "Educational and Psychological Measurement, 41(3), 687–699.",
    ),
    "gwet2008": (
        "Gwet, 2008",
        "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. "
        "British Journal of Mathematical and Statistical Psychology, 61(1), 29–48.",
    ),
    "shrout1979": (
        "Shrout & Fleiss, 1979",
        "Shrout, P. E., & Fleiss, J. L. (1979). Intraclass correlations: Uses in assessing rater reliability. "
        "Psychological Bulletin, 86(2), 420–428.",
    ),
    "kendall1939": (
        "Kendall & Babington Smith, 1939",
        "Kendall, M. G., & Babington Smith, B. (1939). The problem of m rankings. "
        "The Annals of Mathematical Statistics, 10(3), 275–287.",
    ),
    "hripcsak2005": (
        "Hripcsak & Rothschild, 2005",
        "Hripcsak, G., & Rothschild, A. S. (2005). Agreement, the F-measure, and reliability in information retrieval. "
        "Journal of the American Medical Informatics Association, 12(3), 296–298.",
    ),
    "calderon2025": (
        "Calderon et al., 2025",
        "Calderon, N., Reichart, R., & Dror, R. (2025). The alternative annotator test for LLM-as-a-judge: How to "
        "statistically justify replacing human annotators with LLMs. In Proceedings of ACL 2025.",
    ),
    "krippendorff1995": (
        "Krippendorff, 1995",
        "Krippendorff, K. (1995). On the reliability of unitizing continuous data. "
        "Sociological Methodology, 25, 47–76.",
    ),
    "krippendorff2016": (
        "Krippendorff et al., 2016",
        "Krippendorff, K., Mathet, Y., Bouvry, S., & Widlöcher, A. (2016). On the reliability of unitizing textual "
        "continua: Further developments. Quality & Quantity, 50, 2347–2364.",
    ),
    "mathet2015": (
        "Mathet et al., 2015",
        "Mathet, Y., Widlöcher, A., & Métivier, J.-P. (2015). The unified and holistic method gamma (γ) for "
        "inter-annotator agreement measure and alignment. Computational Linguistics, 41(3), 437–479.",
    ),
    MASI: (
        "Passonneau, 2006",
        "Passonneau, R. (2006). Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation. "
        "In Proceedings of LREC 2006 (pp. 831–836).",
    ),
    "field2007": (
        "Field & Welsh, 2007",
        "Field, C. A., & Welsh, A. H. (2007). Bootstrapping clustered data. "
        "Journal of the Royal Statistical Society: Series B, 69(3), 369–390.",
    ),
    "zapf2016": (
        "Zapf et al., 2016",
        "Zapf, A., Castell, S., Morawietz, L., & Karch, A. (2016). Measuring inter-rater reliability for nominal data: "
        "Which coefficients and confidence intervals are appropriate? BMC Medical Research Methodology, 16, 93.",
    ),
    "efron1987": (
        "Efron, 1987",
        "Efron, B. (1987). Better bootstrap confidence intervals. "
        "Journal of the American Statistical Association, 82(397), 171–185.",
    ),
    "landis1977": (
        "Landis & Koch, 1977",
        "Landis, J. R., & Koch, G. G. (1977). The measurement of observer agreement for categorical data. "
        "Biometrics, 33(1), 159–174.",
    ),
}
"""key -> (as cited in a sentence, in full)."""


def title_of(result: Line) -> str:
    """The coefficient as a table of a paper names it: "Krippendorff's α (ordinal)", "Cohen's κ (linear)"."""
    title, details = named(result)
    return f"{title} ({details})" if details else title


def named(result: Line) -> tuple[str, str]:
    """The coefficient's name, and its level, weights, form or matching in words (or nothing)."""
    metric, level = result["metric"], result.get("level") or ""
    known = NAMES.get(metric)
    details = (LEVELS.get(level, level), result.get("weights"), result.get("form"), result.get("match"))
    return known.title if known else metric.replace("_", " "), ", ".join(filter(None, details))


def cited_by(result: Line) -> list[str]:
    """Keys of REFERENCES for the coefficient itself."""
    known = NAMES.get(result["metric"])
    keys = list(known.cited) if known else []
    if result.get("level") == "set_masi":
        keys.append(MASI)
    return [*keys, WEIGHTED] if result["metric"] == "cohen_kappa" and result.get("weights") else keys


def cited(keys: list[str]) -> str:
    """ "(Krippendorff, 2019; Passonneau, 2006)", or nothing."""
    return f" ({'; '.join(REFERENCES[key][0] for key in keys)})" if keys else ""
